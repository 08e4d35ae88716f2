"""Explanations of the steps of Pulumi's own preview. Pure but for `Workspace.explain`."""

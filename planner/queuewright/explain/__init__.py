"""What Pulumi's own preview does not tell of its steps. Pure but for `Workspace.explain`."""

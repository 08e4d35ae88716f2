"""The public API of Pulumi programs: resources, references, options."""

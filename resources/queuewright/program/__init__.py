"""What a Pulumi program writes: resources, references, options."""

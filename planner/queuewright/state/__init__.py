"""Stack state, in Pulumi's deployment format."""

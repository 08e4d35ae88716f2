"""The blast radius of a change: dependents, applications with open handles, and where puts go.
Pure."""

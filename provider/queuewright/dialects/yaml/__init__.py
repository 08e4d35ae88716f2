"""YAML with commands inside: ConfigMaps of Kubernetes, playbooks of Ansible."""

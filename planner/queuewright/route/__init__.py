"""The way of a message, hop by hop, over every queue manager that is known. Pure."""

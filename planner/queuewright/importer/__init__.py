"""Existing definitions into a Pulumi program that a person would own.

reading: files into what they define, one reader a dialect. folding: commands into the objects that
stand at their end. choosing: which objects and attributes are declared. grouping: identifiers and
modules. program: Python text. project: the files of a project. run: all of it, and the report of
what was not taken and what looks wrong.
"""

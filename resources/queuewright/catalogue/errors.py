"""The root of the exceptions that a person can act on, and the tree of them.

    QueuewrightError          catalogue.errors
        BadRecord             mq.workload_record
        BadResponse           dialects.mqweb.responses
        CannotImport          importer.run
        CannotRead            cli.validate
        CannotWrite           dialects.protocol
        CannotWrite           importer.project
        CommandFailed         systems.protocol
        ConfigurationError    host.project
        Deadlock              host.loop
        DeclaredTwice         program.program
        DependencyCycle       graph.dependency_graph
            ProgramCycle      program.program
        DumpDamaged           drift.dump
        FileUnreadable        drift.files
        FleetError            drift.fleet
        InvalidConfiguration  systems.registry
        InvalidDeclaration    catalogue.diagnostic
        InvalidLogging        log
        InvalidOption         drift.job
        LakeError             drift.lake_tables
            NotThere          drift.lake_tables
            RunTaken          drift.lease
        NotConfigured         dynamic.connections
        PcfError              dialects.pcf.errors
            PcfAnswerError    dialects.pcf.errors
            PcfDecodeError    dialects.pcf.errors
            PcfEncodeError    dialects.pcf.errors
            PcfTextError      dialects.pcf.errors
        PlanError             engine.errors
            PlanBlocked       engine.apply
        PolicyError           drift.policy
        ProgramFailed         host.failure
        ProjectError          host.project
        SandboxError          sandbox.engine
        SandboxUsage          cli.sandbox
        SourceFailed          drift.sources
        SparkFailed           drift.session
        SparkUnavailable      drift.session
        StackError            host.project
        StackLocked           state.errors
        StateError            state.errors
        SystemUnavailable     systems.protocol
        UnknownDialect        dialects.registry
        UnknownKind           kinds
        UnknownSystem         dynamic.connections
        UnsupportedPulumi     program.pulumi_internals
        UsageProblem          cli.common

The command line shows their text, never a traceback.
"""


class QueuewrightError(Exception):
    """Text: one line a problem, each naming the object and the way out. Never a secret."""

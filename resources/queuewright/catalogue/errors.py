"""The root of the exceptions that a person can act on, and the tree of them.

    QueuewrightError          catalogue.errors
        AcknowledgementError  drift.acknowledgements
        BadExtension          catalogue.extensions
        BadRecord             workload.record
        BadResponse           dialects.mqweb.responses
        CannotDecrypt         encryption
        CannotImport          importer.reading
        CannotServe           servers.serving
        CannotWrite           dialects.protocol
        CannotWriteProject    importer.project
        CommandFailed         catalogue.errors
            PutBack           systems.replacement
        ConfigurationError    host.project
        Deadlock              host.loop
        DependencyCycle       graph.dependency_graph
            ProgramCycle      program.program
        DumpDamaged           drift.dump
        FleetError            drift.fleet
        InvalidConfiguration  systems.registry
        InvalidDeclaration    catalogue.diagnostic
        InvalidFilter         drift.filters
        InvalidLint           lint.settings
        InvalidLogging        log
        InvalidOption         drift.job
        InvalidPolicy         policy.configuration
        LakeError             drift.lake.storage
            Damaged           drift.lake.storage
            NotThere          drift.lake.storage
            RunTaken          drift.lake
        NoComment             review.request
            ForgeRefused      review.client
                TooLong       review.client
        NotConfigured         dynamic.connections
        NotExported           reporting.telemetry
        NotRead               engine.system_reader
        NotRemembered         reporting.memory
        PcfError              dialects.pcf.errors
            PcfAnswerError    dialects.pcf.errors
                OtherMessage  dialects.pcf.events
            PcfDecodeError    dialects.pcf.errors
            PcfEncodeError    dialects.pcf.errors
            PcfTextError      dialects.pcf.errors
        PlanError             engine.errors
            PlanBlocked       engine.apply
        PolicyError           drift.policy
        PreviewUnusable       explain.preview
        ProgramFailed         host.failure
        ProjectError          host.project
        RecordedError         review.recorded
        RefusedDeclaration    program.refusal
            WrongType         program.refusal
            WrongValue        program.refusal
                DeclaredTwice program.refusal
        RuleFailed            lint.run
        SandboxError          sandbox.engine
        SavedPlanError        saved.file
        ScriptError           script.commands
        SourceFailed          drift.sources
        SparkFailed           drift.engines.session
        SparkUnavailable      drift.engines.session
        StackError            host.project
        StackLocked           state.errors
        StateError            state.errors
        SystemUnavailable     catalogue.errors
            AnswerLost        systems.sending
            NotSent           systems.sending
        UnknownDialect        dialects.registry
        UnknownKind           kinds
        UnknownSystem         dynamic.connections
        UnsupportedPulumi     program.pulumi_internals
        UsageProblem          cli.common
            ScriptProblem     cli.script
        UsersError            servers.users
        WatchError            drift.watch.records

The command line shows their text, never a traceback.
"""


class QueuewrightError(Exception):
    """Text: one line a problem, each naming the object and the way out. Never a secret."""


class SystemUnavailable(QueuewrightError):
    """The system cannot be reached; the text is one line that names it and the way out."""


class CommandFailed(QueuewrightError):
    """A system refused a command. The text is one line: object, reason, way out.

    completion and reason are MQ's numbers and `reason_name` MQ's name; on IBM i `message_id` is
    the CPF identifier and reason is 0.
    """

    def __init__(
        self,
        text: str,
        *,
        completion: int = 2,
        reason: int = 0,
        reason_name: str = "",
        message_id: str = "",
    ) -> None:
        super().__init__(text)
        self.completion = completion
        self.reason = reason
        self.reason_name = reason_name
        self.message_id = message_id

"""Plan and apply a Pulumi program from Python, as the command line does.

    from queuewright.api import Workspace

    workspace = Workspace("shop", stack="dev")     # the folder of Pulumi.yaml
    plan = workspace.preview()
    for step in plan.changes:
        print(step.verb, step.key, [change.name for change in step.decision.changes])
    if not plan.obstacles:
        applied = workspace.up(plan)
        print(applied.ok, applied.failed)

A plan says what would be done (`queuewright.engine.steps.Plan`); nothing is sent before `up`.
Everything that a person can act on is raised as a `QueuewrightError` whose text is one line.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from queuewright import log
from queuewright.catalogue.diagnostic import shown
from queuewright.catalogue.errors import QueuewrightError

if TYPE_CHECKING:
    from queuewright.catalogue.key import Key
    from queuewright.engine.apply import Applied, Event
    from queuewright.engine.declared import Declared
    from queuewright.engine.refresh import Refreshed
    from queuewright.engine.steps import Plan
    from queuewright.explain.preview import PulumiPreview
    from queuewright.host.answers import Answer
    from queuewright.host.project import Project, Stack
    from queuewright.host.run import ProgramRun
    from queuewright.lint.check import Finding
    from queuewright.lint.linted import Linted, Report
    from queuewright.lint.rulebook import Rulebook
    from queuewright.route.model import Route
    from queuewright.state.deployment import Deployment
    from queuewright.state.store import StackStore
    from queuewright.systems.protocol import System
    from queuewright.world.snapshot import Snapshot
    from queuewright.world.world import World

__all__ = ["PlanOptions", "Workspace"]


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Which part of a stack a plan is about, and how it is made.

    targets, excludes: URNs, names or SYSTEM/KIND/NAME; target_dependents: with what needs a target.
    refresh: False takes the systems to be as
    the state says. parallel: how many systems are read, and commands sent, at a time. purge: ids of
    objects whose messages may be lost when they are deleted or replaced. overrides: rules of the
    shop that do not hold this time (`queuewright.policy`). lint: find what looks wrong besides.
    keep_adopted: what the stack has adopted, and not created, is not deleted.
    """

    targets: Sequence[str] = ()
    excludes: Sequence[str] = ()
    refresh: bool = True
    parallel: int = 16
    purge: Sequence[str] = ()
    overrides: Sequence[str] = ()
    lint: bool = False
    keep_adopted: bool = False
    target_dependents: bool = False


class Workspace:
    """A project and one of its stacks; each part is read when it is first needed.

    directory: the folder of Pulumi.yaml, or one below it. stack: None for the one that is selected
    (PULUMI_STACK, or the only one). timeout: seconds that the program may run, None for the
    default. Raises ProjectError where there is no project.
    """

    def __init__(
        self, directory: str | Path = ".", stack: str | None = None, *, timeout: float | None = None
    ) -> None:
        from queuewright.host.project import load_project

        self.project: Project = load_project(Path(directory))
        self._stack_name = stack
        self._timeout = timeout
        self.final: ProgramRun | None = None  # the program as it saw what the last `up` has made
        self.linted: ProgramRun | None = None  # as the last `lint` ran it

    @cached_property
    def stack(self) -> "Stack":
        from queuewright.host.project import load_stack

        return load_stack(self.project, self._stack_name)

    @cached_property
    def store(self) -> "StackStore":
        """Where the state of the stack is."""
        from queuewright.state.store import StackStore

        return StackStore(self.project.directory, self.project.name, self.stack.name)

    @cached_property
    def systems(self) -> "Mapping[str, System]":
        """The systems of the stack's configuration, by name."""
        from queuewright.systems.logged import logged
        from queuewright.systems.registry import systems_from

        configured = self.stack.systems  # an error of this one names the file itself
        try:
            systems = systems_from(
                configured,
                base=self.project.directory,
                stack=self.stack.name,
                encryption=self.stack.encryption,
            )
        except QueuewrightError as error:
            raise type(error)(f"{self.stack.file}: {error}") from None
        return {name: logged(system) for name, system in systems.items()}

    def run(
        self, *, preview: bool = True, outputs: Mapping[str, Any] | None = None
    ) -> "ProgramRun":
        """Run the program once. Raises ProgramFailed, with what it logged.

        outputs: of its resources as an update left them, by URN; without them the program sees the
        objects as they are.
        """
        from queuewright.host.answers import from_state, from_systems

        answer = from_systems(self.systems)
        return self._run(answer if outputs is None else from_state(outputs, answer), preview)

    def _run(self, answer: "Answer", preview: bool = True) -> "ProgramRun":
        from queuewright.host.run import DEFAULT_TIMEOUT, run

        stack_texts = self.stack.texts()
        log.hide(stack_texts.get(name) for name in self.stack.secrets)
        program = run(
            self.project,
            self.stack,
            answer=answer,
            preview=preview,
            stack_outputs=self._outputs_of,
            timeout=DEFAULT_TIMEOUT if self._timeout is None else self._timeout,
        )
        for declared in program.declared:
            log.hide(declared.inputs.get(name) for name in declared.secret_inputs)
        return program

    @cached_property
    def program(self) -> "ProgramRun":
        """The program's declarations, exports and messages, from one run of it."""
        return self.run()

    def preview(self, options: PlanOptions | None = None) -> "Plan":
        """The plan of `up`, with the problems that block it. Raises what `make_plan` raises."""
        chosen, program = options or PlanOptions(), self.program
        return self._plan(chosen, program.declared, self.store.load(), only_read=program.only_read)

    def preview_destroy(self, options: PlanOptions | None = None) -> "Plan":
        """The plan that deletes what the stack owns. The program is not run."""
        return self._plan(options or PlanOptions(), (), self.store.load(), destroy=True)

    def read(self, name: str) -> "Snapshot":
        """A system of the stack as it is now. Raises SystemUnavailable, and StackError where the
        configuration has none of that name."""
        from queuewright.catalogue.platform import Platform
        from queuewright.host.project import StackError
        from queuewright.kinds import KINDS, MQ_KINDS
        from queuewright.world.snapshot import Snapshot

        system = self.systems.get(name)
        if system is None:
            known = ", ".join(self.systems) or "none"
            raise StackError(
                f"{self.stack.file}: {shown(name)} is not in queuewright:systems (there: {known}); "
                "add it there, or name one of them with --system"
            )
        facts = system.facts
        kinds = facts.kinds or (KINDS if facts.platform is Platform.IBMI else MQ_KINDS)
        return Snapshot.of(system.observe(tuple(kinds)), None, facts, system.defaults)

    def lint(self, *, observed: bool = False, book: "Rulebook | None" = None) -> "Report":
        """The findings of lint about the program's declarations, without the silenced ones.

        observed: read the systems, and take what they have to be there; otherwise none is asked.
        book: None for every rule. Raises InvalidLint for settings or silences that cannot be used.
        """
        from queuewright.engine.linting import facts_configured, linted_program
        from queuewright.host.answers import as_declared

        reads: list[str] = []

        def answer(resource: "Declared") -> Mapping[str, Any] | None:
            if resource.import_id and not resource.inputs:
                reads.append(resource.import_id)
            return as_declared(resource)

        self.linted = self.program if observed else self._run(answer)
        declared = self.linted.declared
        facts = facts_configured(self.stack.systems, declared)
        systems = self.systems if observed else None
        linted = linted_program(declared, facts, systems, reads=reads)
        return self._report(linted, declared, book)

    def _report(
        self,
        linted: "Linted",
        declared: "Sequence[Declared]",
        book: "Rulebook | None" = None,
    ) -> "Report":
        from queuewright.lint.plugins import every_rule
        from queuewright.lint.settings import load_settings
        from queuewright.lint.silences import of_places

        linted.silences = of_places((d.place for d in declared), self.project.program_directory)
        settings, today = load_settings(self.project.directory), datetime.now(UTC).date()
        return linted.report(settings, every_rule() if book is None else book, today)

    def world(
        self,
        about: "Key | None" = None,
        *,
        declared: bool = True,
        parallel: int = 16,
        with_secrets: bool = False,
    ) -> "World":
        """The program's declarations and the objects of every system of the stack, for the blast
        radius of an object (`queuewright.impact.radius.impact_of`). about: the object, whose status
        is read. declared: False leaves the program out. Values that the program or the state marks
        secret are left out; with_secrets: it is there, and the world's `hide` takes it out of
        texts."""
        from queuewright.engine.impacts import read_world

        program, state = self.program.declared if declared else (), self.store.load()
        return read_world(
            program, self.systems, about, parallel, state=state, with_secrets=with_secrets
        )

    def route(
        self,
        system: str,
        queue: str,
        queue_manager: str = "",
        *,
        declared: bool = True,
        length: int | None = None,
        hosts: Mapping[str, frozenset[str]] = MappingProxyType({}),
        world: "World | None" = None,
    ) -> "Route":
        """The way of a message that an application at `system` puts to `queue` (of
        `queue_manager`), over every system of the stack.

        declared: as the program will have it; False as the systems are. length: of the message in
        bytes. hosts: where systems are besides what their configuration says: host, in lower case
        -> names. world: what has been read already."""
        from queuewright.engine.routes import read_route, without_deleted
        from queuewright.systems.registry import hosts_of

        world = self.world(declared=declared) if world is None else world
        if declared:
            world = without_deleted(world, self.store.load())
        known = hosts_of(self.stack.systems)
        every = {h: known.get(h, frozenset()) | hosts.get(h, frozenset()) for h in {*known, *hosts}}
        return read_route(world, self.systems, every, (system, queue, queue_manager), length)

    def access_world(self, name: str, *, declared: bool = False) -> "World":
        """One system for questions about access (`queuewright.access.report.access`): as it was
        read; declared: as it is when `up` is through. Raises what `read` and `preview` raise."""
        from queuewright.engine.accesses import world_after
        from queuewright.world.world import World

        read = self.read(name)
        if not declared:
            return World({}, {name: read}, ships=True)
        return world_after(self.preview(), name, read)

    def explain(self, preview: "PulumiPreview", options: PlanOptions | None = None) -> "Plan":
        """The plan of what a preview of Pulumi's is about (`queuewright.explain`), by the rules of
        `preview`. The program is not run, and the stack's own state not looked at. Raises what
        `preview` raises."""
        from queuewright.explain.planned import explained

        if not self.stack.systems and preview.systems:  # of an environment that only Pulumi reads
            self.stack = replace(self.stack, configured_systems=preview.systems)
        chosen = options or PlanOptions()
        return self._plan(
            chosen,
            preview.declared,
            preview.state,
            destroy=preview.destroy,
            partial=True,
            finish=lambda plan: explained(plan, preview, chosen.purge),
        )

    def _plan(
        self,
        options: PlanOptions,
        declared: "Sequence[Declared]",
        state: "Deployment",
        *,
        only_read: "Collection[Key]" = (),
        destroy: bool = False,
        partial: bool = False,
        finish: "Callable[[Plan], Plan]" = lambda plan: plan,
    ) -> "Plan":
        """partial: more is declared than this. finish: what is known besides, before the policy
        judges."""
        from queuewright.engine.plan import make_plan
        from queuewright.policy.configuration import load_policy
        from queuewright.policy.judging import judged

        def findings(linted: "Linted") -> "Sequence[Finding]":
            linted.is_partial = linted.is_partial or partial
            return self._report(linted, declared).findings

        rules = load_policy(self.project.directory)
        plan = make_plan(
            declared,
            state,
            self.systems,
            project=self.project.name,
            stack=self.stack.name,
            refresh=options.refresh,
            targets=options.targets,
            excludes=options.excludes,
            target_dependents=options.target_dependents,
            destroy=destroy,
            purge=options.purge,
            parallel=options.parallel,
            lint=findings if options.lint and not destroy else None,
            owners=self._owners,
            keep_adopted=options.keep_adopted,
            only_read=only_read,
        )
        plan = finish(plan)
        log.hide(plan.hide.values)  # what systems have of it was not known before
        broken = judged(plan, rules, datetime.now(UTC), options.overrides)
        return replace(plan, policy=broken)

    def up(
        self,
        plan: "Plan",
        *,
        parallel: int = 16,
        progress: "Callable[[Event], None] | None" = None,
    ) -> "Applied":
        """Do what the plan says, and keep the program's exports. progress: called at each event.

        Raises PlanBlocked where something stands in the way, StackLocked while somebody else works
        on the stack. A step that fails is in the result; so is Ctrl-C.
        """
        from queuewright.engine.apply import apply

        hidden = self.stack.secrets | self.stack.encrypted.keys()
        configuration = {k: text for k, text in self.stack.texts().items() if k not in hidden}
        applied = apply(
            plan,
            self.systems,
            self.store,
            configuration=configuration,
            parallel=parallel,
            progress=progress,
        )
        self.final = None
        if applied.ok and not plan.destroy:
            self.final = self.program
            if not self.program.settled:
                outputs = {resource.urn: resource.outputs for resource in applied.state.resources}
                self.final = self.run(preview=False, outputs=outputs)
            self._keep_outputs(self.final)
        return applied

    def _owners(self, keys: "Collection[Key]") -> "Mapping[Key, str]":
        """Other stacks of the project that have these objects, as project/stack."""
        from queuewright.host.others import owners_of

        return owners_of(keys, self.project, self.stack)

    def refresh(self, options: PlanOptions | None = None) -> "Refreshed":
        """The state as the systems have it. Nothing is written: `store.save` does."""
        from queuewright.engine.refresh import refreshed

        options = options or PlanOptions()
        return refreshed(
            self.store.load(),
            self.systems,
            targets=options.targets,
            excludes=options.excludes,
            target_dependents=options.target_dependents,
            parallel=options.parallel,
        )

    def _keep_outputs(self, program: "ProgramRun") -> None:
        """Write the stack's outputs to the state; what is not known or secret is not written."""
        from queuewright.engine.recording import output_fields
        from queuewright.state.deployment import is_secret

        with self.store.locked():
            state = self.store.load()
            root = state.stack()
            if root is None:
                return
            secret = {n for n in program.unknown_outputs if is_secret(root.outputs.get(n))}
            secret |= program.secret_outputs
            unknown = program.unknown_outputs - secret
            known = {n: v for n, v in program.outputs.items() if n not in unknown}
            known.update(dict.fromkeys(secret))
            changed = root.but(**output_fields(known, secret, root.outputs))
            if changed != root:
                resources = [changed if each is root else each for each in state.resources]
                self.store.save(state.with_resources(resources))

    def _outputs_of(self, name: str) -> Mapping[str, Any] | None:
        """The outputs of another stack that has its state here: "stack", or "org/project/stack"."""
        from queuewright.state.store import StackStore

        parts = name.split("/")
        project = parts[-2] if len(parts) > 1 else self.project.name
        store = StackStore(self.project.directory, project, parts[-1])
        if not store.exists():
            return None
        stack = store.load().stack()
        return stack.outputs if stack else {}

"""URNs and aliases as Pulumi's engine composes them."""

from queuewright.host.urns import Alias, aliases, compose, root_urn

ROOT = root_urn("dev", "shop")


def urn(path: str, name: str) -> str:
    return f"urn:pulumi:dev::shop::{path}::{name}"


def test_the_root_stack_is_left_out_of_type_paths() -> None:
    assert urn("pulumi:pulumi:Stack", "shop-dev") == ROOT
    assert compose("dev", "shop", "a:b:C", "x", ROOT) == urn("a:b:C", "x")
    assert compose("dev", "shop", "a:b:C", "x") == urn("a:b:C", "x")


def test_a_child_has_its_parents_type_in_its_path() -> None:
    parent = urn("a:b:C", "x")
    child = compose("dev", "shop", "d:e:F", "y", parent)
    assert child == urn("a:b:C$d:e:F", "y")
    assert compose("dev", "shop", "g:h:I", "z", child) == urn("a:b:C$d:e:F$g:h:I", "z")


def test_what_an_alias_says_was_different() -> None:
    here = urn("a:b:C", "x")
    parent = urn("p:q:R", "above")
    given = [
        Alias(name="old"),
        Alias(type="a:b:Old"),
        Alias(stack="test", project="store"),
        Alias(parent=parent),
        Alias(urn="urn:pulumi:any::thing::at::all"),
    ]
    assert aliases(here, ROOT, given, ()) == (
        urn("a:b:C", "old"),
        urn("a:b:Old", "x"),
        "urn:pulumi:test::store::a:b:C::x",
        urn("p:q:R$a:b:C", "x"),
        "urn:pulumi:any::thing::at::all",
    )


def test_it_had_no_parent() -> None:
    parent = urn("p:q:R", "above")
    here = compose("dev", "shop", "a:b:C", "x", parent)
    assert aliases(here, parent, [Alias(no_parent=True)], ()) == (urn("a:b:C", "x"),)


def test_a_child_moves_with_its_parent_and_follows_its_name() -> None:
    parent = urn("p:q:R", "new")
    former = urn("p:q:R", "old")
    here = compose("dev", "shop", "a:b:C", "new-queue", parent)
    assert aliases(here, parent, [], [former]) == (urn("p:q:R$a:b:C", "old-queue"),)
    here = compose("dev", "shop", "a:b:C", "queue", parent)
    moved = urn("p:q:Before", "old")
    assert aliases(here, parent, [Alias(name="q")], [moved]) == (
        urn("p:q:R$a:b:C", "q"),
        urn("p:q:Before$a:b:C", "queue"),
        urn("p:q:Before$a:b:C", "q"),
    )


def test_never_itself() -> None:
    here = urn("a:b:C", "x")
    assert aliases(here, ROOT, [Alias(name="x")], ()) == ()


def test_a_name_may_hold_the_separator() -> None:
    here = urn("a:b:C", "x::y")
    assert aliases(here, ROOT, [Alias(type="a:b:D")], ()) == (urn("a:b:D", "x::y"),)

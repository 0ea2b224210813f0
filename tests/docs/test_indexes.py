"""docs/README.md lists every page, docs/adr/README.md every decision."""

import re

from tests.kits.paths import ROOT

DOCS = ROOT / "docs"
DECISIONS = DOCS / "adr"
TWINS = {
    "en/sheets.md": "fr/feuilles.md",
    "en/dealer.md": "fr/croupier.md",
    "en/technician.md": "fr/technicien.md",
    "en/drills.md": "fr/exercices-de-paiement.md",
    "en/school.md": "fr/ecole.md",
}
TWINS |= {"en/tournament.md": "fr/tournoi.md", "en/card.md": "fr/carte.md"}
TWINS |= {"en/lab.md": "fr/laboratoire.md", "en/side-bet.md": "fr/mise-de-maison.md"}
TWINS |= {"en/rule-packs.md": "fr/regles-livrees.md", "en/switches.md": "fr/choix-de-regles.md"}
TWINS |= {"en/class.md": "fr/classe.md", "en/virtual-table.md": "fr/table-virtuelle.md"}
TWINS |= {"en/gaming-day.md": "fr/journee-de-jeu.md"}
TWINS |= {"en/pit-alarms.md": "fr/alarmes-du-parquet.md"}
TWINS |= {"en/floor-watched.md": "fr/etage-surveille.md", "en/floor-run.md": "fr/etage-service.md"}
TWINS |= {"en/floor-watched.md": "fr/etage-surveille.md", "en/archive.md": "fr/archives.md"}
TWINS |= {"en/many-properties.md": "fr/plusieurs-etablissements.md"}
TWINS |= {"en/other-houses.md": "fr/autres-maisons.md", "en/why.md": "fr/pourquoi.md"}
"""Guides that there are in both languages."""


def test_pages_are_listed() -> None:
    listed = re.findall(r"\]\(([^)]+)\)", (DOCS / "README.md").read_text(encoding="utf-8"))
    folders = (DOCS / "en", DOCS / "fr", DOCS / "reference")
    pages = [page for folder in folders for page in folder.iterdir() if page.is_file()]
    assert {str(page.relative_to(DOCS)) for page in pages} <= set(listed)


def test_decisions_are_listed_once() -> None:
    listed = re.findall(r"^- \[.+?\]\((.+?)\)", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(page.name for page in DECISIONS.glob("0*.md"))


def test_decisions_have_their_own_number() -> None:
    pages = sorted(DECISIONS.glob("0*.md"))
    named = [int(page.name.partition("-")[0]) for page in pages]
    titled = [int(page.read_text().partition(".")[0].removeprefix("# ")) for page in pages]
    assert named == titled
    assert len(named) == len({*named})


def test_twins_point_to_each_other_first() -> None:
    for pair in TWINS.items():
        for page, other in (pair, pair[::-1]):
            first = (DOCS / page).read_text(encoding="utf-8").splitlines()[2]
            assert f"(../{other})" in first


def test_every_french_guide_has_its_english_twin() -> None:
    french = {f"fr/{page.name}" for page in (DOCS / "fr").iterdir()}
    assert french == {*TWINS.values()}

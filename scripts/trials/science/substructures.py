"""Writes substructures.tsv: which molecules of molecules.tsv hold each query, by another build of RDKit.

Each query is read as its second column says: as SMARTS, or as SMILES whose free valences are open. Stereochemistry in
it counts. Run by hand with Debian's python3-rdkit: `python3 scripts/trials/science/substructures.py`.
"""
from pathlib import Path

import rdkit
from rdkit import Chem, RDLogger

RDLogger.DisableLog("rdApp.*")

QUERIES = """
[N+](=O)[O-] smarts
[NH2] smarts
[NH] smarts
[Si] smarts
[2H] smarts
*1*****1 smarts
c1ccccc1 smiles
C1=CC=CC=C1 smiles
C(=O)N smiles
CC(=O)N smiles
c1ccncc1 smiles
S(=O)(=O)N smiles
FC(F)F smiles
C#N smiles
c1ccc2[nH]ccc2c1 smiles
C1=CC=C2C(=C1)C=CN2 smiles
[O-][N+](=O)C1=CC=CC=C1 smiles
[OX2H] smarts
[#7]~[#6]~[#7] smarts
[$(c1ccccc1),$(C1CCCCC1)]~[!#6] smarts
[OH] smarts
[CH3] smarts
[CX3](=O)[OX2H] smarts
[NX3;H2,H1;!$(NC=O)] smarts
[r5] smarts
[R2] smarts
*C(=O)* smarts
[F,Cl,Br,I] smarts
c1ccccc1Cl smiles
CC(C)C smiles
N1CCNCC1 smiles
C[C@H](N)C(=O)O smiles
C[C@@H](N)C(=O)O smiles
C/C=C/C smiles
C/C=C\\C smiles
[Na+] smiles
[13C] smiles
P smiles
[Pt] smiles
C1CC2CCC1C2 smiles
OC1=NC=NC=C1 smiles
N smiles
""".split()


def read(query, kind):
    if kind == "smarts":
        return Chem.MolFromSmarts(query)
    molecule = Chem.MolFromSmiles(query)
    for atom in molecule.GetAtoms():
        atom.SetNumRadicalElectrons(0)
    return molecule


here = Path(__file__).parent
lines = (here / "molecules.tsv").read_text().strip().split("\n")
molecules = [Chem.MolFromSmiles(line.split("\t")[0]) for line in lines if not line.startswith("#")]
rows = [f"# Query and the molecules of molecules.tsv that hold it, a bit each, the first one lowest, by RDKit {rdkit.__version__}."]
for query, kind in zip(QUERIES[::2], QUERIES[1::2]):
    pattern = read(query, kind)
    bits = 0
    for index, molecule in enumerate(molecules):
        if molecule.HasSubstructMatch(pattern, useChirality=True):
            bits |= 1 << index
    rows.append(f"{query}\t{bits:x}")
    print(query, bits.bit_count() if hasattr(bits, "bit_count") else bin(bits).count("1"))
(here / "substructures.tsv").write_text("\n".join(rows) + "\n")

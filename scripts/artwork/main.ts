import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { advisoryBoard, founders } from '../../src/content/team.ts';
import { parseMolecule } from '../../src/site/pages/home/scene/molecule.ts';
import { osimertinib } from '../../src/site/pages/home/scene/osimertinib.ts';
import { appIcon, favicon } from '../../src/ui/artwork/mark.ts';
import { drawCovers } from './covers/covers.ts';
import { drawFallback } from './covers/fallback.ts';
import { subsetFonts } from './fonts.ts';
import { writeIcons } from './icons.ts';
import { moleculePlate } from './molecule-plate.ts';
import { drawMonogram } from './portraits/monogram.ts';
import { writeStructures } from './structures.ts';

const root = join(import.meta.dirname, '../..');
const publicFolder = join(root, 'public');
const covers = join(publicFolder, 'images/covers');
const portraits = join(publicFolder, 'images/portraits');

await mkdir(covers, { recursive: true });
await mkdir(portraits, { recursive: true });

for (const [slug, svg] of drawCovers()) await writeFile(join(covers, `${slug}.svg`), svg);

const people = [...founders.members, ...advisoryBoard.advisors];
for (const [index, { id }] of people.entries()) {
  await writeFile(join(portraits, `${id}.svg`), await drawMonogram(id, index));
}

await writeFile(join(publicFolder, 'images/blog-fallback.jpg'), await drawFallback());

await writeFile(join(publicFolder, 'favicon.svg'), favicon());
const icons = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 };
for (const [name, side] of Object.entries(icons)) {
  await sharp(Buffer.from(appIcon()), { density: 300 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(publicFolder, name));
}

await writeStructures(root);
await writeIcons(root);

await writeFile(
  join(root, 'src/site/pages/home/scene/osimertinib.svg'),
  moleculePlate(parseMolecule(osimertinib)),
);

await subsetFonts(root);

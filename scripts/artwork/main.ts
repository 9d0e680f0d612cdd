import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { advisoryBoard, founders } from '../../src/content/team.ts';
import { bindingSurface } from '../../src/domain/artwork/binding-surface.ts';
import { appIcon, favicon } from '../../src/domain/artwork/mark.ts';
import { parseMolecule } from '../../src/web/pages/home/scene/molecule.ts';
import { osimertinib } from '../../src/web/pages/home/scene/osimertinib.ts';
import { subsetFonts } from './fonts.ts';
import { writeIcons } from './icons.ts';
import { moleculePlate } from './molecule-plate.ts';
import { writeStructures } from './structures.ts';

const COVER = { width: 1600, height: 900 };
const PORTRAIT = { width: 640, height: 800 };

const root = join(import.meta.dirname, '../..');
const posts = join(root, 'src/content/posts');
const publicFolder = join(root, 'public');
const covers = join(publicFolder, 'images/covers');
const portraits = join(publicFolder, 'images/portraits');

await mkdir(covers, { recursive: true });
await mkdir(portraits, { recursive: true });

for (const file of await readdir(posts)) {
  if (!file.endsWith('.md')) continue;
  const slug = file.slice(0, -'.md'.length);
  await writeFile(join(covers, `${slug}.svg`), bindingSurface(slug, COVER));
}

for (const { id } of [...founders.members, ...advisoryBoard.advisors]) {
  await writeFile(join(portraits, `${id}.svg`), bindingSurface(id, PORTRAIT));
}

await sharp(Buffer.from(bindingSurface('fallback', COVER)))
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(join(publicFolder, 'images/blog-fallback.jpg'));

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
  join(root, 'src/web/pages/home/scene/osimertinib.svg'),
  moleculePlate(parseMolecule(osimertinib)),
);

await subsetFonts(root);

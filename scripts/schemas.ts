import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {jsonSchemas} from './json-schemas.ts';

/** Writes schemas/ from the zod models; with `--check` it says what is stale and writes nothing. */
const directory = join(import.meta.dirname, '..', 'schemas');
const schemas = jsonSchemas();
const isCurrent = (name: string, text: string): boolean => {
  const path = join(directory, name);
  return existsSync(path) && readFileSync(path, 'utf8') === text;
};
const stale = [...schemas].filter(([name, text]) => !isCurrent(name, text)).map(([name]) => name);
const left = existsSync(directory)
  ? readdirSync(directory).filter((name) => name.endsWith('.schema.json') && !schemas.has(name))
  : [];

if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`schemas/${name} is stale`);
  for (const name of left) console.error(`schemas/${name} has no model`);
  if (stale.length + left.length > 0) {
    console.error('Run `npm run schemas`.');
    process.exitCode = 1;
  }
} else {
  mkdirSync(directory, {recursive: true});
  for (const name of stale) writeFileSync(join(directory, name), schemas.get(name) ?? '');
  for (const name of left) rmSync(join(directory, name));
  console.log(stale.length + left.length === 0 ? 'schemas/ is current' : `wrote ${stale.join(', ')}`);
}

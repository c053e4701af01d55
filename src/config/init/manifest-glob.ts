import {readdirSync, statSync} from 'node:fs';
import {extname, relative, resolve, sep} from 'node:path';
import {shownPath} from '../read-text.ts';
import {wrongInput} from '../stack-search.ts';

/**
 * The glob that takes in the manifests of a directory, for `sources` of a stack.yaml in `base`.
 * @throws GantryError `input/invalid` when there are none, or they lie outside of `base`.
 */
export function manifestGlob({base, from}: {readonly base: string; readonly from: string}): string {
  const path = resolve(base, from);
  const inside = relative(base, path).replaceAll(sep, '/');
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined) throw wrongInput('init/from', `there is no ${shownPath(path)}`);
  if (inside.startsWith('..')) {
    const message = `${shownPath(path)} lies outside of ${shownPath(base)}`;
    throw wrongInput('init/from', message, 'Run this in a directory above the manifests, or use -C DIR.');
  }
  if (stats.isFile()) return inside;
  const names = readdirSync(path, {recursive: true, encoding: 'utf8'});
  const extensions = ['yaml', 'yml', 'json'].filter((one) => names.some((name) => extname(name) === `.${one}`));
  if (extensions.length === 0) {
    throw wrongInput('init/from', `there is no *.yaml, *.yml or *.json file below ${shownPath(path)}`);
  }
  const pattern = extensions.length === 1 ? `*.${extensions[0]}` : `*.{${extensions.join(',')}}`;
  return `${inside === '' ? '' : `${inside}/`}**/${pattern}`;
}

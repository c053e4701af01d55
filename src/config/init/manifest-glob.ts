import {existsSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, relative, resolve, sep} from 'node:path';
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
  refuseChart(path);
  const names = readdirSync(path, {recursive: true, encoding: 'utf8'});
  const extensions = ['yaml', 'yml', 'json'].filter((one) => names.some((name) => extname(name) === `.${one}`));
  if (extensions.length === 0) {
    throw wrongInput('init/from', `there is no *.yaml, *.yml or *.json file below ${shownPath(path)}`);
  }
  const pattern = extensions.length === 1 ? `*.${extensions[0]}` : `*.{${extensions.join(',')}}`;
  return `${inside === '' ? '' : `${inside}/`}**/${pattern}`;
}

const CHART_FILE = 'Chart.yaml';

/** Templates are no manifests: every one of them would be told as a broken YAML file. */
function refuseChart(path: string): void {
  const chart = [path, ...(basename(path) === 'templates' ? [dirname(path)] : [])].find((directory) =>
    existsSync(join(directory, CHART_FILE)),
  );
  if (chart === undefined) return;
  const name = basename(chart);
  throw wrongInput(
    'init/helm-chart',
    `${shownPath(path)} is a Helm chart (${shownPath(join(chart, CHART_FILE))}): its templates are not manifests`,
    `Render it, then make a stack of what comes out: "helm template ${name} ${shownPath(chart)} --output-dir manifests", "gantry init --from manifests". A release that is installed is taken over by "gantry import helm".`,
  );
}

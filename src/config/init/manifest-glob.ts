import {existsSync, readdirSync, statSync} from 'node:fs';
import {basename, dirname, extname, join, relative, resolve, sep} from 'node:path';
import {shownPath} from '../read-text.ts';
import {wrongInput} from '../stack-search.ts';

/**
 * Returns the glob that matches the manifests of a directory, for `sources` in a stack.yaml in `base`.
 * @throws GantryError `input/invalid` if there are no manifests, or if they are outside of `base`
 */
export function manifestGlob({base, from}: {readonly base: string; readonly from: string}): string {
  const path = resolve(base, from);
  const inside = relative(base, path).replaceAll(sep, '/');
  const stats = statSync(path, {throwIfNoEntry: false});
  if (stats === undefined)
    throw wrongInput('init/from', `${shownPath(path)} does not exist`, 'Name a directory with manifests: --from DIR.');
  if (inside.startsWith('..')) {
    const message = `${shownPath(path)} is outside of ${shownPath(base)}`;
    throw wrongInput('init/from', message, 'Run this in a directory above the manifests, or use -C DIR.');
  }
  if (stats.isFile()) return inside;
  refuseChart(path);
  const names = readdirSync(path, {recursive: true, encoding: 'utf8'});
  const extensions = ['yaml', 'yml', 'json'].filter((one) => names.some((name) => extname(name) === `.${one}`));
  if (extensions.length === 0) {
    throw wrongInput('init/from', `no *.yaml, *.yml or *.json file found below ${shownPath(path)}`);
  }
  const pattern = extensions.length === 1 ? `*.${extensions[0]}` : `*.{${extensions.join(',')}}`;
  return `${inside === '' ? '' : `${inside}/`}**/${pattern}`;
}

const CHART_FILE = 'Chart.yaml';

/** Refuses a Helm chart. Its templates are not manifests, and each of them would be reported as invalid YAML. */
function refuseChart(path: string): void {
  const chart = [path, ...(basename(path) === 'templates' ? [dirname(path)] : [])].find((directory) =>
    existsSync(join(directory, CHART_FILE)),
  );
  if (chart === undefined) return;
  const name = basename(chart);
  throw wrongInput(
    'init/helm-chart',
    `${shownPath(path)} is a Helm chart (${shownPath(join(chart, CHART_FILE))}): its templates are not manifests`,
    `Render the chart and make a stack of its manifests: "helm template ${name} ${shownPath(chart)} --output-dir manifests", then "gantry init --from manifests". To take over an installed release, run "gantry import helm".`,
  );
}

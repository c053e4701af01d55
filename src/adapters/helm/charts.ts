import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {load} from 'js-yaml';
import type {Chart, Charts} from '../../ports/charts.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** Finds charts in directories. */
export const chartsBy =
  (): Charts =>
  async ({place}) => {
    if ('path' in place) return chartAt(place.path);
    return {problem: 'charts of repositories cannot be fetched yet'};
  };

async function chartAt(path: string): Promise<Chart | SourceProblem> {
  try {
    const text = await readFile(join(path, 'Chart.yaml'), 'utf8');
    const {name, version} = load(text) as {readonly name: string; readonly version: string};
    return {path, name, version, digest: `sha256:${createHash('sha256').update(text).digest('hex')}`};
  } catch {
    return {problem: `no chart found in ${path}`, part: ['path']};
  }
}

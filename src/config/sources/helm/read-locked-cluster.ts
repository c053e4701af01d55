import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {LockedCluster} from '../../../core/chart/locked-cluster.ts';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isList, isObject, type Json} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {readText} from '../../read-text.ts';
import {readYaml} from '../../yaml/read-yaml.ts';
import type {StackPlace} from '../source.ts';

/** The lock file of the charts of a stack, in the stack directory. */
export const CHART_LOCK = 'charts.lock.yaml';

/** The locked cluster of a stack, and the problems of the lock file. */
export type ReadLockedCluster = {readonly locked?: LockedCluster; readonly diagnostics: readonly Diagnostic[]};

/** Reads `cluster` of the lock file. A missing file locks nothing. */
export function readLockedCluster({stackDir}: Pick<StackPlace, 'stackDir'>): ReadLockedCluster {
  const path = join(stackDir, CHART_LOCK);
  if (!existsSync(path)) return {diagnostics: []};
  const {text, file, diagnostics: unreadable} = readText(path);
  if (text === undefined) return {diagnostics: unreadable};
  const {documents, diagnostics} = readYaml(text, file);
  const [document] = documents;
  const cluster = isObject(document?.value) ? document.value['cluster'] : undefined;
  if (diagnostics.length > 0 || cluster === undefined) return {diagnostics};
  const locked = clusterOf(cluster);
  if (locked !== undefined) return {locked, diagnostics: []};
  const wrong = {
    severity: 'error' as const,
    code: 'source/helm',
    message: '`cluster` must have the `version` of a cluster and the list of its `apis`',
    ...defined({at: document?.origin.position(['cluster'], 'key')}),
    hint: `Delete \`cluster\` from ${CHART_LOCK}, or write it again with \`gantry chart lock\`.`,
  };
  return {diagnostics: [wrong]};
}

function clusterOf(cluster: Json): LockedCluster | undefined {
  const {version, apis} = isObject(cluster) ? cluster : {};
  if (typeof version !== 'string' || !isList(apis)) return undefined;
  const names = apis.filter((api) => typeof api === 'string');
  return names.length === apis.length ? {version, apis: names} : undefined;
}

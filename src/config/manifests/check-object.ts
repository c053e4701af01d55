import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {pathText} from '../issues/path-text.ts';
import {maskedPosition} from '../yaml/masked-position.ts';
import type {Written} from './flatten.ts';

/** What every object must say before anything else can be known about it. */
export function checkObject({object, origin}: Written): readonly Diagnostic[] {
  const later = notYet(object);
  const at = (message: string, path: JsonPath, hint?: string): Diagnostic => ({
    severity: 'error',
    code: 'manifest/invalid',
    message,
    at: origin.position(path),
    ...defined({path: path.length === 0 ? undefined : pathText(path), hint}),
  });
  if (later !== undefined) {
    return [{...at(`${later} are ${NOT_SUPPORTED}`, ['kind']), code: 'config/not-supported'}];
  }
  if (typeof object['apiVersion'] === 'string' && object['apiVersion'].startsWith('kustomize.config.k8s.io/')) {
    const hint = 'Build it: `{kustomize: DIR}` in the `sources` of stack.yaml.';
    return [{...at('this is a kustomization, no object of a cluster', ['kind'], hint), code: 'source/kustomize'}];
  }
  const isNoManifest = object['apiVersion'] === undefined && object['kind'] === undefined;
  if (isNoManifest)
    return [
      {
        ...at('this is not a Kubernetes object: it has no apiVersion and no kind', [], NOT_A_MANIFEST),
        // It may be any file: the values of a chart, the login of another program.
        at: maskedPosition(origin.position([])),
        code: 'manifest/not-an-object',
      },
    ];
  const metadata = object['metadata'];
  return [
    ...requireText(object['apiVersion'], ['apiVersion'], at),
    ...requireText(object['kind'], ['kind'], at),
    ...(metadata === undefined || metadata === null || isObject(metadata)
      ? checkMetadata(metadata ?? {}, at)
      : [at('`metadata` must be a mapping', ['metadata'])]),
  ];
}

type At = (message: string, path: JsonPath, hint?: string) => Diagnostic;

function requireText(value: Json | undefined, path: JsonPath, at: At): readonly Diagnostic[] {
  if (typeof value === 'string' && value !== '') return [];
  const name = pathText(path);
  if (value === undefined || value === null || value === '') {
    return [at(`\`${name}\` is missing`, path, path.length === 1 ? NOT_A_MANIFEST : undefined)];
  }
  const isScalar = typeof value !== 'object';
  return [at(`\`${name}\` must be a text`, path, isScalar ? 'Put quotes around it.' : undefined)];
}

const NOT_A_MANIFEST = 'If this file is no manifest, use `sources` in stack.yaml to say which files are.';

function checkMetadata(metadata: Readonly<Record<string, Json>>, at: At): readonly Diagnostic[] {
  const {name, generateName, namespace} = metadata;
  if (generateName !== undefined && generateName !== null && (name === undefined || name === null)) {
    const hint = 'Give it a `name`: Gantry must find the same object again next time.';
    return [at('`metadata.generateName` makes a new object every time', ['metadata', 'generateName'], hint)];
  }
  return [
    ...requireText(name, ['metadata', 'name'], at),
    ...(typeof name === 'string' && !isPathSegment(name)
      ? [at(`\`${name}\` cannot be a name: it is part of a URL`, ['metadata', 'name'])]
      : []),
    ...(namespace === undefined || namespace === null || namespace === ''
      ? []
      : requireText(namespace, ['metadata', 'namespace'], at)),
  ];
}

/** The one rule that holds for names of every kind. */
const isPathSegment = (name: string): boolean => name !== '.' && name !== '..' && !/[/%]/.test(name);

/** Files that look like manifests and belong to tools whose sources are not built yet. A Chart.yaml has its name at the top. */
function notYet({apiVersion, kind, name, version, metadata}: JsonObject): string | undefined {
  const isChart = kind === undefined && metadata === undefined && name !== undefined && version !== undefined;
  if (!isChart || typeof apiVersion !== 'string' || !/^v[12]$/.test(apiVersion)) return undefined;
  return '`helm` sources (this looks like a Chart.yaml)';
}

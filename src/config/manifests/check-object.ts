import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {pathText} from '../issues/path-text.ts';
import {maskedPosition} from '../yaml/masked-position.ts';
import type {Written} from './flatten.ts';

/** Checks the fields that every object must have: apiVersion, kind and metadata.name. */
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
    const hint = 'To build it, add `{kustomize: DIR}` to `sources` in stack.yaml.';
    return [{...at('this is a kustomization, not a Kubernetes object', ['kind'], hint), code: 'source/kustomize'}];
  }
  const isNoManifest = object['apiVersion'] === undefined && object['kind'] === undefined;
  if (isNoManifest)
    return [
      {
        ...at('this is not a Kubernetes object: it has no apiVersion and no kind', [], NOT_A_MANIFEST),
        // It may be any file, such as the values of a chart or the credentials of another program.
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
  return [at(`\`${name}\` must be a string`, path, isScalar ? 'Put quotes around it.' : undefined)];
}

const NOT_A_MANIFEST = 'If this file is not a manifest, list the manifests in `sources` of stack.yaml.';

function checkMetadata(metadata: Readonly<Record<string, Json>>, at: At): readonly Diagnostic[] {
  const {name, generateName, namespace} = metadata;
  if (generateName !== undefined && generateName !== null && (name === undefined || name === null)) {
    const hint = 'Use `metadata.name`: Gantry must find the same object in the next run.';
    return [at('`metadata.generateName` creates a new object in each run', ['metadata', 'generateName'], hint)];
  }
  return [
    ...requireText(name, ['metadata', 'name'], at),
    ...(typeof name === 'string' && !isPathSegment(name)
      ? [at(`\`${name}\` is not a valid name: use one without \`/\` and \`%\``, ['metadata', 'name'])]
      : []),
    ...(namespace === undefined || namespace === null || namespace === ''
      ? []
      : requireText(namespace, ['metadata', 'namespace'], at)),
  ];
}

/** Reports whether a name can be part of a URL: the only rule that the names of all kinds share. */
const isPathSegment = (name: string): boolean => name !== '.' && name !== '..' && !/[/%]/.test(name);

/** Returns the unsupported source that a file belongs to. A Chart.yaml looks like a manifest, but has its name at the top level. */
function notYet({apiVersion, kind, name, version, metadata}: JsonObject): string | undefined {
  const isChart = kind === undefined && metadata === undefined && name !== undefined && version !== undefined;
  if (!isChart || typeof apiVersion !== 'string' || !/^v[12]$/.test(apiVersion)) return undefined;
  return '`helm` sources (this looks like a Chart.yaml)';
}

import {resolve} from 'node:path';
import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonPath} from '../../../core/json.ts';
import {shownPath} from '../../read-text.ts';
import type {UntrustedCheckout} from '../../untrusted/checkout.ts';
import {maskedPosition} from '../../yaml/masked-position.ts';
import {otherEntries, treeEntries, unknownFields} from './entries.ts';
import type {Walked, WalkedKustomization} from './walk.ts';

/**
 * The fields with which kustomize only creates and changes objects. All other fields (generators, transformers, validators, Helm charts,
 * fields of later versions) may run programs, fetch, or read other files.
 */
const PLAIN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
  'components',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'labels',
  'commonLabels',
  'commonAnnotations',
  'images',
  'replicas',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
  'replacements',
  'vars',
  'configurations',
  'crds',
  'openapi',
  'sortOptions',
  'buildMetadata',
]);

/** Refuses everything in a kustomization of an untrusted checkout that does more than combine files of the checkout. */
export function refuseUntrusted({kustomizations, unread}: Walked, checkout: UntrustedCheckout): readonly Diagnostic[] {
  const unknown = unread.map((file): Diagnostic => {
    const message = `${shownPath(file)} cannot be read completely, and untrusted mode builds only what it has checked`;
    return {severity: 'error', code: 'source/kustomize-untrusted', message};
  });
  return [...unknown, ...kustomizations.flatMap((one) => [...refusedFields(one), ...refusedFiles(one, checkout)])];
}

const refusedFields = ({value, origin}: WalkedKustomization): readonly Diagnostic[] => {
  const fields = Object.keys(value).filter((name) => !PLAIN.has(name));
  return [...fields.map((name) => ({text: name, path: [name]})), ...unknownFields(value)].map(({text, path}) =>
    refused(`\`${text}\` is not built in untrusted mode: it may run programs or read other files`, origin, path),
  );
};

function refusedFiles(
  {directory, value, origin, generators}: WalkedKustomization,
  {mayRead}: UntrustedCheckout,
): readonly Diagnostic[] {
  const entries = [
    ...treeEntries(value),
    ...otherEntries(value),
    ...generators.flatMap(({files, envs}) => [...files, ...envs]),
  ];
  return entries
    .filter(({text}) => !mayRead(resolve(directory, text)))
    .map(({text, path}) =>
      refused(`untrusted mode does not read files outside of the checkout or in its .git: ${text}`, origin, path),
    );
}

const refused = (message: string, origin: WalkedKustomization['origin'], path: JsonPath): Diagnostic => ({
  severity: 'error',
  code: 'source/kustomize-untrusted',
  message,
  at: maskedPosition(origin.position(path)),
});

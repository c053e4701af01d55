import type {JsonObject} from '../../../core/json.ts';
import {objectAt, text} from '../../model/part.ts';
import {itemsAt} from '../objects/fields.ts';

/** A file that a volume projects, and its source. */
type Written = {readonly path: string; readonly source: string};

/** Warns of files of one volume of which one would overwrite the other, or be inside it. */
export const overlapWarnings = (spec: JsonObject): readonly string[] =>
  itemsAt(spec, 'volumes').flatMap(([volume]) => {
    const warningsOf = (kind: string, files: readonly Written[]): readonly string[] =>
      overlapsOf(files).map((words) => `volume "${text(volume['name'])}" (${kind}): overlapping paths: ${words}`);
    return [
      ...warningsOf(`ConfigMap "${text(objectAt(volume, 'configMap')?.['name'])}"`, filesOf(volume, 'configMap', '')),
      ...warningsOf(`Secret "${text(objectAt(volume, 'secret')?.['secretName'])}"`, filesOf(volume, 'secret', '')),
      ...warningsOf('DownwardAPI', filesOf(volume, 'downwardAPI', '')),
      ...warningsOf(
        'Projected',
        itemsAt(volume, 'projected', 'sources').flatMap(([source]) => projectedFiles(source)),
      ),
    ];
  });

const filesOf = (volume: JsonObject, type: string, source: string): readonly Written[] =>
  itemsAt(volume, type, 'items').map(([item]) => ({path: text(item['path']), source}));

function projectedFiles(source: JsonObject): readonly Written[] {
  const [bundle, certificate] = [objectAt(source, 'clusterTrustBundle'), objectAt(source, 'podCertificate')];
  const token = objectAt(source, 'serviceAccountToken');
  const named = (type: string): string => text(objectAt(source, type)?.['name']);
  return [
    ...filesOf(source, 'configMap', `ConfigMap "${named('configMap')}"`),
    ...filesOf(source, 'secret', `Secret "${named('secret')}"`),
    ...filesOf(source, 'downwardAPI', 'DownwardAPI'),
    ...(token === undefined ? [] : [{path: text(token['path']), source: 'ServiceAccountToken'}]),
    ...(bundle === undefined
      ? []
      : [
          {
            path: text(bundle['path']),
            source: `ClusterTrustBundle "${text(bundle['name'] ?? bundle['signerName'])}"`,
          },
        ]),
    ...CERTIFICATE_FILES.flatMap(([field, what]) => {
      const path = text(certificate?.[field]);
      return path === '' ? [] : [{path, source: `PodCertificate ${what}`}];
    }),
  ];
}

const CERTIFICATE_FILES = [
  ['certificateChainPath', 'chain'],
  ['keyPath', 'key'],
  ['credentialBundlePath', 'credential bundle'],
] as const;

function overlapsOf(files: readonly Written[]): readonly string[] {
  const trimmed = files.map(({path, source}) => ({path: withoutEnd(path), source}));
  return trimmed.flatMap((file, i) =>
    trimmed
      .slice(0, i)
      .filter((other) => file.path !== '' && other.path !== '' && isBelowOrSame(file.path, other.path))
      .map((other) => `${shown(file)} with ${shown(other)}`),
  );
}

const isBelowOrSame = (a: string, b: string): boolean => `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);

function withoutEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

const shown = ({path, source}: Written): string => (source === '' ? `"${path}"` : `"${path}" (${source})`);

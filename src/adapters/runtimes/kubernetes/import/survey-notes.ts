import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {SecretHandling} from '../../../../core/import/secret-handling.ts';
import type {Denied} from './list-namespace.ts';

/** Names of which more are told than one wants to read are counted. */
const MOST = 12;
/** A kind that is missing without a word would be taken for one that is not there. */
const MOST_KINDS = 60;

const listed = (names: readonly string[], most = MOST): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;

const warning = (code: string, message: string, hint?: string): Diagnostic => ({
  severity: 'warning',
  code: `import/${code}`,
  message,
  ...(hint === undefined ? {} : {hint}),
});

/** What may not be read is not there for us: it is named, kind by kind. */
export function deniedWarnings(denied: readonly Denied[]): readonly Diagnostic[] {
  const byNamespace = Map.groupBy(denied, ({namespace}) => namespace);
  return [...byNamespace].map(([namespace, those]) => {
    const where = namespace === undefined ? 'of the cluster' : `in namespace ${namespace}`;
    const kinds = those.map(({resource: {kind}}) => kind).toSorted();
    return warning(
      'not-allowed',
      `you may not list ${listed(kinds, MOST_KINDS)} ${where}: what there is of it is missing here`,
      'Ask for the right to list them, or name the kinds that you want with --kind.',
    );
  });
}

export function secretWarnings(ids: readonly string[], handling: SecretHandling): readonly Diagnostic[] {
  if (ids.length === 0) return [];
  if (handling === 'plain')
    return [
      warning(
        'secret-values',
        `the values of ${listed(ids)} stand in clear in the manifests; only you may read these files`,
        'Do not commit them: move the values to a secret store (--secrets refs writes references).',
      ),
    ];
  if (handling === 'refs')
    return [
      warning(
        'secret-references',
        `${listed(ids)}: each value is read as ref://NAME/KEY from the workspace's secret store; put them there first`,
      ),
    ];
  return [
    warning(
      'secrets-left-out',
      `Secrets are left out: ${listed(ids)}`,
      '--secrets refs writes them with references to a secret store in the place of their values.',
    ),
  ];
}

export const toolWarning = (tool: string, name: string, ids: readonly string[]): Diagnostic =>
  warning(
    'other-tool',
    `${tool} (${name}) also writes ${listed(ids)}`,
    'It must let go of them before the stack is applied, or both will write in turn.',
  );

export const ownerWarning = (id: string, owners: readonly string[]): Diagnostic =>
  warning('owned', `${id} goes with ${owners.join(', ')}; the manifest does not say so: a uid means nothing elsewhere`);

export const stackNote = (stack: string, ids: readonly string[]): Diagnostic =>
  warning('in-a-stack', `the stack ${stack} has them already: ${listed(ids)}`);

export const scaledNote = (ids: readonly string[]): Diagnostic => ({
  severity: 'note',
  code: 'import/scaled',
  message: `an autoscaler sets the replicas of ${listed(ids)}: the manifests leave them to it`,
});

/** One line for each reason: usually a right that is lacking, for all of them. */
export function unprovedWarnings(
  unproved: readonly {readonly id: string; readonly why: string}[],
): readonly Diagnostic[] {
  const byReason = Map.groupBy(unproved, ({why}) => why.replaceAll(/"[^"]*"/g, '"…"'));
  return [...byReason.values()].map((those) =>
    warning(
      'defaults-kept',
      `which values of ${listed(those.map(({id}) => id))} are defaults could not be told by a dry run (${those[0]?.why ?? ''}): most of them are kept`,
    ),
  );
}

import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {IMPORT_ID} from '../../core/resource/import-id.ts';
import {isVariableFile, SOURCE_ID} from '../../core/terraform/source.ts';
import {defined} from '../../lib/defined.ts';
import type {Ended} from './program.ts';
import type {Said} from './stream.ts';

/** The resources that diagnostics of Terraform are about. */
export type About = {
  readonly idAt: (address: string) => string | undefined;
  readonly origins: ReadonlyMap<string, Origin>;
  /** The id at the provider that a resource is imported by. */
  readonly importIdOf?: ((id: string) => string | undefined) | undefined;
  /** Removes known secrets. */
  readonly clean: (text: string) => string;
};

/** Returns the errors of a command; one with its last words if it reported none. */
export function errorsOf({code, said, rest}: Ended, about: About): readonly Diagnostic[] {
  const errors = said.filter(({severity}) => severity === 'error').map((one) => diagnosticOf(one, about));
  if (errors.length > 0) return errors;
  const words = about.clean(rest.trim());
  return [
    {severity: 'error', code: 'terraform/failed', message: `it ended with ${code}${words === '' ? '' : `: ${words}`}`},
  ];
}

/** Returns the warnings of a command. Those about `-target` are about this program's own use of it. */
export const warningsOf = ({said}: Ended, about: About): readonly Diagnostic[] =>
  said
    .filter(({severity, summary}) => severity === 'warning' && !OWN_WARNINGS.test(summary))
    .map((one) => diagnosticOf(one, about));

const OWN_WARNINGS =
  /^(?:Resource targeting is in effect|Applied changes may be incomplete|Check block assertion known after apply|Some objects will no longer be managed)/;

/** Terraform names the resource of a failed import only in the text. */
const NOT_THERE = /^While attempting to import an existing object to "([^"]+)", the provider detected that no object/;

/** Returns the address of the resource that its provider does not have; undefined for any other diagnostic. */
export const missingAddress = ({detail}: Pick<Said, 'detail'>): string | undefined =>
  NOT_THERE.exec(detail.replaceAll(/\s+/g, ' '))?.[1];

function diagnosticOf(
  {severity, address, range, ...said}: Said,
  {idAt, origins, importIdOf, clean}: About,
): Diagnostic {
  const missing = missingAddress(said);
  if (missing !== undefined) return notThere(idAt(missing) ?? missing, {origins, importIdOf});
  const id = address === undefined ? undefined : (idAt(address) ?? (range && address));
  const isMissing = said.summary === 'No value for required variable';
  const message = clean(
    textOf(isMissing ? {...said, detail: said.detail.split('Use a -var ')[0]?.trimEnd() ?? ''} : said),
  );
  const at =
    placeIn(range ?? declarationIn(said.detail), origins) ??
    (id === undefined ? undefined : origins.get(id)?.position([]));
  return {
    severity,
    code: severity === 'error' ? 'terraform/failed' : 'terraform/warning',
    message,
    ...defined({resource: id, at, hint: isMissing ? SET_VARIABLE : undefined}),
  };
}

const SET_VARIABLE = 'Add it to `vars` of the source in stack.yaml, or to a file of variables.';

/** Returns the place of a variable whose value is refused: the text names it, and the value has no place. */
function declarationIn(detail: string): Said['range'] {
  const [, file, line, column] = /declared at (\S+?):(\d+),(\d+)/.exec(detail.replaceAll(/\s+/g, ' ')) ?? [];
  return file === undefined ? undefined : {file, line: Number(line), column: Number(column), text: ''};
}

/** Returns the place in a file of a source of Terraform code. */
function placeIn(range: Said['range'], origins: About['origins']): Position | undefined {
  const origin = origins.get(SOURCE_ID);
  if (range === undefined || origin === undefined) return undefined;
  const {file, line, column} = range;
  // A line of a file of variables can be a secret.
  const text = isVariableFile(file) ? '' : range.text;
  const at = origin.position(['files', file]);
  return at.file === origin.file ? undefined : {...at, line, column, endColumn: column + 1, text};
}

const notThere = (id: string, {origins, importIdOf}: Pick<About, 'origins' | 'importIdOf'>): Diagnostic => ({
  severity: 'error',
  code: 'terraform/failed',
  message: `${id} was not found at its provider as ${importIdOf?.(id) ?? 'the id of the files'}`,
  hint: `Correct \`${IMPORT_ID}\` and the account or region of the provider, or remove the id: the resource is then created.`,
  ...defined({resource: id, at: origins.get(id)?.position([])}),
});

/** Returns the summary and the detail of a diagnostic in one text. */
export const textOf = ({summary, detail}: Pick<Said, 'summary' | 'detail'>): string =>
  [summary, detail.replaceAll(/\s+/g, ' ').trim()].filter((part) => part !== '').join(': ');

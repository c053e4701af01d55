import type {ResourceExplanation} from '../../../app/explain-resource.ts';
import type {Neighbour} from '../../../app/neighbours.ts';
import type {ChartField} from '../../../core/chart/chart-field.ts';
import type {Json} from '../../../core/json.ts';
import type {FieldExplanation, Holding, ValueSource} from '../../../core/plan/explanation.ts';
import {PERMISSION_FLAG} from '../../../core/plan/permissions.ts';
import type {Action, Cause, FieldChange} from '../../../core/plan/plan.ts';
import {count} from '../../count.ts';
import {diagnosisLines} from '../../diagnosis-text.ts';
import {placeText} from '../../diagnostic-text.ts';
import {ago} from '../../duration.ts';
import {fieldText} from '../../field-text.ts';
import {effectText} from '../../plan/effect-text.ts';
import {isQuiet} from '../../plan/group-fields.ts';
import {shortValue} from '../../plan/short-value.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {layersText} from './layers-text.ts';

/** Returns the explanation of a resource or a field: its source, its change, and what the change waits for. */
export function whyText(explained: ResourceExplanation, style: Style): string {
  const {field} = explained;
  return [
    facts(
      [
        ['Resource', explained.id],
        ...(field === undefined ? [] : fieldFacts(field, explained.chart, style)),
        ...chartFacts(explained, style),
        ...sharedFacts(explained, style),
        ...changeFacts(explained, style),
      ],
      style,
    ),
    ...diagnosisLines(explained.health?.trouble, style).map((line) => `${line}\n`),
    layerLines(explained, style),
    ...(field === undefined ? changedLines(explained, style) : []),
    field === undefined ? ownersTable(explained.owners, style) : '',
    neighbourLines('Comes after:', explained.needs, explained.waitsFor, style),
    field === undefined ? neighbourLines('Needed by:', explained.neededBy, [], style) : '',
  ].join('');
}

type Facts = (readonly [name: string, value: string | undefined])[];

function changeFacts(
  {action, reason, effects, blocked, verified, changes, field, health}: ResourceExplanation,
  {now}: Style,
): Facts {
  const means = effectText(effects === undefined ? {} : {effects});
  const [change] = changes;
  return [
    ['Health', health === undefined ? undefined : `${health.health}: ${health.message}`],
    ...(field === undefined ? [] : ([['Why', whyOf({action, change, field, now})]] as const)),
    [
      'Action',
      `${action}${reason === undefined ? '' : `: ${reason}`}${verified ? '' : ' (not verified by the cluster)'}`,
    ],
    ['Effect', field === undefined || changes.length > 0 ? means : undefined],
    ['Blocked', blocked === undefined ? undefined : `${blocked.because}; needs ${blocked.needs}`],
  ];
}

type Asked = {
  readonly action: Action;
  readonly change: FieldChange | undefined;
  readonly field: FieldExplanation;
  readonly now: Date;
};

function whyOf({action, change, field, now}: Asked): string {
  if (change !== undefined)
    return `${change.cause}: ${SENTENCE[change.cause]({...change, isNew: field.released === undefined, now})}`;
  if (action === 'delete') return 'it is deleted with the resource, which the files no longer contain';
  return 'it does not change: the live value is already the desired one';
}

function fieldFacts(field: FieldExplanation, chart: ChartField | undefined, style: Style): Facts {
  const {path, written, sent, live, released, after, owners} = field;
  const shown = (value: Json | undefined): string | undefined =>
    value === undefined ? undefined : shortValue(value, style.detail);
  const isSame = shown(written) === shown(sent);
  return [
    ['Field', path],
    [
      'From',
      `${sourceText(field, chart, style)}${field.rewritten === true ? ', rewritten by an admission webhook' : ''}`,
    ],
    ['Written', shown(written)],
    ['Sent', isSame ? undefined : shown(sent)],
    ['Live', shown(live) ?? 'not set'],
    ['Released', shown(released)],
    ['After', shown(after)],
    ['Owner', owners.length === 0 ? 'none' : owners.map((owner) => ownerText(owner, style.now)).join('; ')],
  ];
}

function chartFacts({chart}: ResourceExplanation, {cwd}: Style): Facts {
  if (chart === undefined) return [];
  const {values, isComplete, isGenerated} = chart;
  const places = values.map(
    ({path, at, isDefault}) => `${path} (${isDefault === true ? 'default, ' : ''}${placeText(at, cwd)})`,
  );
  const none =
    isGenerated === true ? 'none: each render has another value' : 'none: the field is fixed in the template';
  const text = places.length === 0 ? (isComplete ? none : 'not found') : places.join(', ');
  return [
    ['Template', chart.template],
    [values.length > 1 ? 'Values' : 'Value', isComplete ? text : `${text}; not all values were tried`],
  ];
}

/** Returns the shared resources that a field takes values from, each with the release that changed the value. */
const sharedFacts = ({shared = []}: ResourceExplanation, {now}: Style): Facts =>
  shared.map(({id, stack, revision, from, changed}) => {
    const at = revision === undefined ? stack : `${stack}, revision ${revision}`;
    const since =
      changed === undefined
        ? ''
        : `; last changed by release ${changed.revision}, ${ago(changed.at, now)} by ${changed.by}`;
    return ['Shared', `${from === undefined ? '' : `${from} of `}${id} (${at})${since}`] as const;
  });

/** Returns the layers of a field. A value that one line of a source sets has no other layer than its place. */
function layerLines({layers = []}: ResourceExplanation, style: Style): string {
  const isPlain = layers.every(({layer}) => layer === 'source' || layer === 'namespace') && layers.length <= 1;
  return isPlain ? '' : `\n${layersText(layers, style)}`;
}

const FROM: Readonly<Record<Exclude<ValueSource, 'manager'>, string>> = {
  files: 'the files of the stack',
  reference: 'another resource, referenced in the files',
  secret: 'the secret store of the workspace, referenced in the files',
  stack: 'the namespace of the stack',
  gantry: 'Gantry: an ownership label or annotation',
  release: 'the last release; the files no longer contain it',
  default: 'a default of its kind',
  server: 'the server',
  webhook: 'an admission webhook, or another writer that leaves no trace',
};

function sourceText({source, at, owners}: FieldExplanation, chart: ChartField | undefined, {cwd}: Style): string {
  if (source === 'manager') return owners.map(({manager}) => manager).join(', ');
  if (at === undefined) return FROM[source];
  const place = placeText(at, cwd);
  if (source === 'secret' && chart?.isGenerated === true)
    return `${place}, generated by the chart ${printable(chart.chart)} and kept in the cluster`;
  if (source === 'secret') return `${place}, from the secret store of the workspace`;
  return source === 'reference' ? `${place}, from another resource` : place;
}

function ownerText({manager, operation, subresource, time}: Omit<Holding, 'fields' | 'apiVersion'>, now: Date): string {
  const how = [operation, subresource, time === undefined ? undefined : ago(time, now)].filter(
    (fact) => fact !== undefined,
  );
  return `${manager} (${how.join(', ')})`;
}

type Said = Pick<FieldChange, 'manager' | 'time' | 'before' | 'after' | 'yielded'> & {
  /** Set if no release has set the field. */
  readonly isNew: boolean;
  readonly now: Date;
};

const who = ({manager, time, now}: Said): string =>
  `${manager ?? 'somebody'}${time === undefined ? '' : ` (${ago(time, now)})`}`;

const SENTENCE: Readonly<Record<Cause, (said: Said) => string>> = {
  spec: (said) => {
    const text = said.isNew ? 'no release has set it yet' : 'the files differ from the last release';
    return said.manager === undefined ? text : `${text}, and ${who(said)} also wrote it`;
  },
  workspace: () => 'the workspace has a different value than at the last release',
  secret: () => 'the secret has a different value than at the last release',
  reference: (said) =>
    `the resource that it refers to has a different value${said.manager === undefined ? '' : `; ${who(said)} also wrote it`}`,
  drift: (said) =>
    `${who(said)} ${said.before === undefined && said.after !== undefined ? 'removed' : 'changed'} it after the last release; apply reverts this`,
  conflict: (said) => `${who(said)} owns it${said.yielded === true ? '; it is left unchanged' : ''}`,
  added: (said) =>
    said.after === undefined
      ? `${who(said)} added it; apply removes it because of ${PERMISSION_FLAG.revertAdded}`
      : `${who(said)} added it; it stays`,
  takeover: (said) =>
    `it was set by the tool that the object is taken over from${said.manager === undefined ? '' : `: ${who(said)}`}`,
  ownership: () => 'the value stays; only its owner changes',
  default: () => 'it is a default of its kind',
  server: () => 'the server sets it',
  webhook: () => 'an admission webhook sets it',
};

/** Returns the changed fields with their causes. For a new object the fields are not listed, because its files show them. */
function changedLines({action, changes}: ResourceExplanation, style: Style): string[] {
  const told = style.detail ? changes : changes.filter((change) => action !== 'create' && !isQuiet(change));
  const rest = changes.length - told.length;
  return [
    ...(told.length === 0 ? [] : [`\n${style.paint.strong('Changes:')}\n`]),
    ...told.flatMap((field) => fieldText(field, style)).map((line) => `  ${line}\n`),
    ...(rest === 0
      ? []
      : [style.paint.dim(`  ${told.length === 0 ? '' : 'and '}${count(rest, 'field')} more: -o json lists them\n`)]),
  ];
}

function ownersTable(owners: readonly Holding[], style: Style): string {
  if (owners.length === 0) return '';
  const rows = owners.map(({manager, operation, subresource = '', fields, time}) => [
    manager,
    operation,
    subresource,
    String(fields),
    time === undefined ? '' : ago(time, style.now),
  ]);
  return `\n${table(['MANAGER', 'OPERATION', 'SUBRESOURCE', 'FIELDS', 'LAST WRITE'], rows, style)}`;
}

function neighbourLines(
  title: string,
  neighbours: readonly Neighbour[],
  waitsFor: readonly string[],
  {paint}: Style,
): string {
  if (neighbours.length === 0) return '';
  const lines = neighbours.map(({id, because, action}) => {
    const waits = waitsFor.includes(id) ? paint.warn(`  waits for its ${action}`) : '';
    return `  ${printable(id)}  ${paint.dim(`(${printable(because)})`)}${waits}\n`;
  });
  return `\n${paint.strong(title)}\n${lines.join('')}`;
}

import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isList, isObject} from '../../core/json.ts';
import {itemsOf, type Located, listOf, originOf, partOf} from '../../core/variation/located.ts';
import {defined} from '../../lib/defined.ts';
import {diagnose} from '../issues/diagnose.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {fieldsOf, mapping, mapTexts, textIn} from './mapping.ts';
import {ScoreFile} from './score-model.ts';
import {probeOf} from './score-probe.ts';
import {type Refuse, type ScoreResources, scoreResources} from './score-resources.ts';
import {expandScore, literalText} from './score-text.ts';

/** Applications of a Score file, or all problems with it. */
export type FromScore = {readonly applications?: Located; readonly diagnostics: readonly Diagnostic[]};

/** Reports whether a document is a Score file. */
export const isScore = ({value}: Located): boolean =>
  isObject(value) && typeof value['apiVersion'] === 'string' && value['apiVersion'].startsWith('score.dev/');

/**
 * Returns the application of a Score file. Every value keeps its position. Reports fields that an application cannot express.
 * @param modules the modules that the types of resources may name
 */
export function fromScore(file: Located, modules: ReadonlySet<string>): FromScore {
  const origin = originOf(file);
  const parsed = ScoreFile.safeParse(file.value);
  if (!parsed.success) return {diagnostics: diagnose(parsed.error, {schema: ScoreFile, value: file.value, origin})};
  const diagnostics: Diagnostic[] = [];
  const refuse = ({place}: Located, message: string, hint?: string): void =>
    void diagnostics.push({
      severity: 'error',
      code: message.endsWith(NOT_SUPPORTED) ? 'config/not-supported' : 'config/invalid',
      message,
      at: place.origin.position(place.path),
      ...defined({hint}),
    });
  const {name} = parsed.data.metadata;
  const resources = scoreResources(file, {name, modules, refuse});
  const [metadata, ports] = [partOf(file, 'metadata'), portsOf(file)];
  const service = mapping(file.place, {
    containers: containersOf(file, resources, refuse),
    ports,
    volumes: resources.volumes,
  });
  const application = mapping(metadata?.place ?? file.place, {
    annotations: metadata && partOf(metadata, 'annotations'),
    workload: mapping(file.place, {service}),
    accessories: resources.accessories,
  });
  return diagnostics.length > 0
    ? {diagnostics}
    : {applications: mapping(file.place, {[name]: application}), diagnostics};
}

function portsOf(file: Located): Located | undefined {
  const service = partOf(file, 'service');
  const ports = service && partOf(service, 'ports');
  return (
    ports &&
    listOf(
      fieldsOf(ports).map(([, port]) => port),
      ports.place,
    )
  );
}

function containersOf(file: Located, resources: ScoreResources, refuse: Refuse): Located {
  const containers = partOf(file, 'containers') ?? file;
  const made = fieldsOf(containers).map(
    ([name, container]) => [name, containerOf(container, resources, refuse)] as const,
  );
  return mapping(containers.place, Object.fromEntries(made));
}

const SAME = ['image', 'command', 'args'] as const;

function containerOf(container: Located, resources: ScoreResources, refuse: Refuse): Located {
  const expanded = (node: Located): Located => mapTexts(node, (text) => expandScore(text, resources.textFor(node)));
  const part = (name: string): Located | undefined => partOf(container, name);
  const probe = (name: string): Located | undefined => {
    const own = part(name);
    return own && probeOf(own);
  };
  const variables = part('variables');
  return mapping(container.place, {
    ...Object.fromEntries(SAME.map((name) => [name, part(name)])),
    env:
      variables &&
      mapping(variables.place, Object.fromEntries(fieldsOf(variables).map(([name, one]) => [name, expanded(one)]))),
    files: filesOf(part('files'), expanded),
    dirs: dirsOf(part('volumes'), resources, refuse),
    resources: limitsOf(part('resources'), refuse),
    livenessProbe: probe('livenessProbe'),
    readinessProbe: probe('readinessProbe'),
  });
}

/** Returns the entries of a mapping by targets, or of a list whose items have a `target`. */
const byTarget = (node: Located): readonly (readonly [target: string, node: Located])[] =>
  isList(node.value) ? itemsOf(node).map((item) => [textIn(partOf(item, 'target')?.value), item]) : fieldsOf(node);

function filesOf(files: Located | undefined, expanded: (node: Located) => Located): Located | undefined {
  if (files === undefined) return undefined;
  const made = byTarget(files).map(([target, file]) => {
    const content = partOf(file, 'content') ?? file;
    const isLiteral = partOf(file, 'noExpand')?.value === true;
    const text = isLiteral ? mapTexts(content, literalText) : expanded(content);
    return [target, mapping(file.place, {content: text, mode: partOf(file, 'mode')})] as const;
  });
  return mapping(files.place, Object.fromEntries(made));
}

function dirsOf(volumes: Located | undefined, resources: ScoreResources, refuse: Refuse): Located | undefined {
  if (volumes === undefined) return undefined;
  const made = byTarget(volumes).map(([target, volume]) => {
    const source = partOf(volume, 'source') ?? volume;
    const name = /^\$\{resources\.([^.}]+)\}$|^([a-z0-9-]+)$/.exec(textIn(source.value))?.slice(1).find(Boolean) ?? '';
    if (partOf(resources.volumes ?? volumes, name) === undefined || resources.volumes === undefined)
      refuse(
        source,
        `\`source\`: volume ${textIn(source.value)} not found in \`resources\``,
        'Add a resource with `type: volume`.',
      );
    return [target, {value: `volume://${name}`, place: source.place}] as const;
  });
  return mapping(volumes.place, Object.fromEntries(made));
}

/** Returns `LIMIT` or `REQUEST-LIMIT` for each resource. */
function limitsOf(resources: Located | undefined, refuse: Refuse): Located | undefined {
  if (resources === undefined) return undefined;
  const [limits, requests] = [partOf(resources, 'limits'), partOf(resources, 'requests')];
  const made = ['cpu', 'memory'].flatMap((name) => {
    const limit = limits && partOf(limits, name);
    const request = requests && partOf(requests, name);
    if (limit === undefined && request !== undefined)
      refuse(request, `a request of ${name} without a limit is ${NOT_SUPPORTED}`, `Add \`limits.${name}\`.`);
    if (limit === undefined) return [];
    const value = request === undefined ? textIn(limit.value) : `${textIn(request.value)}-${textIn(limit.value)}`;
    return [[name, {value, place: limit.place}] as const];
  });
  return mapping(resources.place, Object.fromEntries(made));
}

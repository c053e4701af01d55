import {type Located, partOf, withField} from '../../core/variation/located.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {fieldsOf, mapping, mapTexts, textIn} from './mapping.ts';
import {expandScore, type ReplacePlaceholder} from './score-text.ts';

/** Reports a problem at a value. */
export type Refuse = (node: Located, message: string, hint?: string) => void;

/** The resources of a Score file as volumes and accessories, and the texts for placeholders. */
export type ScoreResources = {
  readonly volumes?: Located | undefined;
  readonly accessories?: Located | undefined;
  /** Returns the function that replaces placeholders. Problems are reported at the value. */
  readonly textFor: (node: Located) => ReplacePlaceholder;
};

type Context = {readonly name: string; readonly modules: ReadonlySet<string>; readonly refuse: Refuse};

/** Outputs that have another name in Score. */
const OUTPUTS: Readonly<Record<string, string>> = {name: 'database'};

/** The hints for types of resources without a module. */
const INSTEAD: Readonly<Record<string, string>> = {
  dns: 'Use `network` with `ingress` in gantry.app.yaml, with the host of the workspace as `${context:KEY}`.',
  route: 'Use `network` with `ingress` in gantry.app.yaml.',
  environment: 'Use `${context:KEY}`, and set the key in `context` of the workspace.',
};

/** Reads the resources. A resource is a volume, or a use of the module that its type names. */
export function scoreResources(file: Located, {name: application, modules, refuse}: Context): ScoreResources {
  const resources = partOf(file, 'resources');
  const types = new Map(fieldsOf(resources).map(([name, resource]) => [name, textIn(partOf(resource, 'type')?.value)]));
  const usesModule = (name: string): boolean => modules.has(types.get(name) ?? '');
  const textFor =
    (node: Located): ReplacePlaceholder =>
    (placeholder) => {
      if (placeholder === 'metadata.name') return application;
      if (!/^(?:metadata|resources)\b/.test(placeholder)) return undefined;
      const [, name = '', output = ''] = /^resources\.([^.]+)\.(.+)$/.exec(placeholder) ?? [];
      if (usesModule(name)) return `\${output:${name}.${OUTPUTS[output] ?? output}}`;
      // The type was reported where the resource is.
      if (types.has(name) && types.get(name) !== 'volume') return undefined;
      const near = didYouMean(name, types.keys());
      refuse(
        node,
        `the placeholder \${${placeholder}} was not found`,
        near === undefined || near === name
          ? 'Use ${metadata.name}, or ${resources.NAME.OUTPUT} of a resource of the file.'
          : `Did you mean \`${near}\`?`,
      );
      return undefined;
    };
  const volumes: Record<string, Located> = {};
  const accessories: Record<string, Located> = {};
  for (const [name, resource] of fieldsOf(resources)) {
    const type = partOf(resource, 'type') ?? resource;
    const written = partOf(resource, 'params') ?? mapping(resource.place, {});
    const params = mapTexts(written, (text, node) => expandScore(text, textFor(node)));
    if (type.value === 'volume') {
      const isClaim = partOf(params, 'size') !== undefined;
      volumes[name] = isClaim ? params : mapping(resource.place, {emptyDir: mapping(resource.place, {})});
    } else if (usesModule(name)) accessories[name] = withField(params, 'module', type);
    else
      refuse(
        type,
        `resources of the type \`${textIn(type.value)}\` are ${NOT_SUPPORTED}`,
        hintFor(textIn(type.value), modules),
      );
  }
  const place = resources?.place ?? file.place;
  const all = (made: Readonly<Record<string, Located>>) =>
    Object.keys(made).length === 0 ? undefined : mapping(place, made);
  return {volumes: all(volumes), accessories: all(accessories), textFor};
}

function hintFor(type: string, modules: ReadonlySet<string>): string {
  const near = didYouMean(type, modules);
  return (
    INSTEAD[type] ??
    (near === undefined ? `Use one of: volume, ${[...modules].join(', ')}.` : `Did you mean \`${near}\`?`)
  );
}

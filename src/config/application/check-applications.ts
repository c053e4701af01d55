import {z} from 'zod';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {isList, isObject, type Json} from '../../core/json.ts';
import {eachString} from '../../core/reference/map-strings.ts';
import {type Located, originOf} from '../../core/variation/located.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {MODULES} from '../../registry/modules.ts';
import {diagnose} from '../issues/diagnose.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {pathText} from '../issues/path-text.ts';
import {modelFor, moduleName} from './application-model.ts';

/** The facts about applications that decide how they are checked. */
export type ApplicationFacts = {
  /** The modules that the workspace adds. They check their own fields. */
  readonly ofWorkspace: ReadonlySet<string>;
  /** True for a recipe of `claims`: it has no workload. */
  readonly isRecipe?: boolean;
};

/** Returns all problems of applications, and of the fields that the workspace sets for their modules. */
export function checkApplications(
  applications: Located,
  platform: (module: string) => Located | undefined,
  facts: ApplicationFacts = {ofWorkspace: new Set()},
): readonly Diagnostic[] {
  const {value} = applications;
  const origin = originOf(applications);
  const own = Object.entries(isObject(value) ? value : {}).map(([name, application]) =>
    checkApplication(name, application, {origin, ...facts}),
  );
  return [
    ...own.flat(),
    ...outputsIn(applications),
    ...unknownInOrder(applications),
    ...modulesOf(value).flatMap((name) => checkPlatform(name, platform(name))),
  ];
}

type Checked = ApplicationFacts & {readonly origin: Origin};

function checkApplication(name: string, application: Json, {origin, ...facts}: Checked): readonly Diagnostic[] {
  const model = modelFor(name, application, facts);
  if (model.safeParse(application).success) return [];
  // Messages have the path in the file, so the schema begins there.
  const [schema, value] = [z.strictObject({[name]: model}), {[name]: application}];
  const {error} = schema.safeParse(value);
  return error === undefined ? [] : diagnose(error, {schema, value, origin});
}

/** Refuses references to outputs in labels and annotations, which every module receives before there are outputs. */
function outputsIn(applications: Located): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const {value} = applications;
  if (!isObject(value)) return [];
  eachString(value, (text, path) => {
    if (!/(?<!\$)\$\{output:/.test(text) || !['labels', 'annotations'].includes(String(path[1]))) return;
    const message = `\`${pathText(path)}\`: outputs (\`\${output:…}\`) in \`labels\` and \`annotations\` of an application are ${NOT_SUPPORTED}`;
    const at = originOf(applications).position(path);
    found.push({severity: 'error', code: 'config/not-supported', message, at, path: pathText(path)});
  });
  return found;
}

/** Returns the names in `order` that are not accessories. */
function unknownInOrder(applications: Located): readonly Diagnostic[] {
  const {value} = applications;
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, application]) => {
    const {order, accessories} = isObject(application) ? application : {};
    const known = Object.keys(accessories !== undefined && isObject(accessories) ? accessories : {});
    return (order !== undefined && isList(order) ? order : []).flatMap((key, index): readonly Diagnostic[] => {
      if (typeof key !== 'string' || known.includes(key)) return [];
      const path = [name, 'order', index];
      const nearest = didYouMean(key, known);
      return [
        {
          severity: 'error',
          code: 'config/invalid',
          message: `\`${pathText(path)}\`: accessory ${key} not found`,
          at: originOf(applications).position(path),
          path: pathText(path),
          ...defined({hint: nearest === undefined ? oneOf(known) : `Did you mean \`${nearest}\`?`}),
        },
      ];
    });
  });
}

const oneOf = (known: readonly string[]): string | undefined =>
  known.length === 0 ? undefined : `Use one of: ${known.join(', ')}.`;

/** Returns the names of the modules that applications use. */
function modulesOf(value: Json): readonly string[] {
  const applications = isObject(value) ? Object.values(value) : [];
  const names = applications.flatMap((application) => {
    if (!isObject(application)) return [];
    const {workload, accessories} = application;
    return [
      ...(isObject(workload ?? null) ? Object.keys(workload as object) : []),
      ...(isObject(accessories ?? null) ? Object.entries(accessories as Readonly<Record<string, Json>>) : []).map(
        ([key, accessory]) => moduleName(key, accessory),
      ),
    ];
  });
  return [...new Set(names)];
}

function checkPlatform(module: string, fields: Located | undefined): readonly Diagnostic[] {
  const schema = Object.hasOwn(MODULES, module) ? MODULES[module]?.platform : undefined;
  if (schema === undefined || fields === undefined) return [];
  const parsed = schema.safeParse(fields.value);
  return parsed.success ? [] : diagnose(parsed.error, {schema, value: fields.value, origin: originOf(fields)});
}

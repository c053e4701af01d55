import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isObject, type Json} from '../../core/json.ts';
import {eachString} from '../../core/reference/map-strings.ts';
import {type Located, originOf} from '../../core/variation/located.ts';
import {MODULES} from '../../registry/modules.ts';
import {diagnose} from '../issues/diagnose.ts';
import {NOT_SUPPORTED} from '../issues/not-supported-text.ts';
import {pathText} from '../issues/path-text.ts';
import {modelFor, moduleName} from './application-model.ts';

/** Returns all problems of applications, and of the fields that the workspace sets for their modules. */
export function checkApplications(
  applications: Located,
  platform: (module: string) => Located | undefined,
): readonly Diagnostic[] {
  const {value} = applications;
  const schema = modelFor(value);
  const parsed = schema.safeParse(value);
  const own = parsed.success ? [] : diagnose(parsed.error, {schema, value, origin: originOf(applications)});
  return [
    ...own,
    ...outputsIn(applications),
    ...modulesOf(value).flatMap((name) => checkPlatform(name, platform(name))),
  ];
}

/** Refuses references to outputs of modules. Without that, they would be literal texts in the objects. */
function outputsIn(applications: Located): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const {value} = applications;
  if (!isObject(value)) return [];
  eachString(value, (text, path) => {
    if (!/(?<!\$)\$\{output:/.test(text)) return;
    const message = `\`${pathText(path)}\`: outputs of modules (\`\${output:…}\`) are ${NOT_SUPPORTED}`;
    const at = originOf(applications).position(path);
    found.push({severity: 'error', code: 'config/not-supported', message, at, path: pathText(path)});
  });
  return found;
}

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

import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {JsonObject} from '../../core/json.ts';
import {isSharedProject, SHARED_PROJECT} from '../../core/stacks/shared-stacks.ts';
import {defined} from '../../lib/defined.ts';
import type {Claims} from './claims.ts';
import type {Recipe} from './recipe.ts';

/** Returns the recipes of a file, each with its positions. */
export const recipesOf = (claims: Claims | undefined, origin: Origin): readonly Recipe[] =>
  Object.entries(claims ?? {}).map(([key, {module, config = {}, resource, usableBy}]) => {
    const [type = '', ofClass] = key.split('/');
    const written = {module, ...defined({config, resource, usableBy})} as JsonObject;
    return {
      type,
      ...defined({class: ofClass, resource, usableBy}),
      module,
      config: {value: config, place: {origin, path: ['claims', key, 'config']}},
      written: {value: written, place: {origin, path: ['claims', key]}},
    };
  });

/** Refuses recipes in a stack that is not a shared one: nothing could claim them. */
export const refuseUnsharedClaims = (recipes: readonly Recipe[], project: string): readonly Diagnostic[] =>
  recipes.length === 0 || isSharedProject({project})
    ? []
    : recipes.slice(0, 1).map(({written: {place}}) => ({
        severity: 'error',
        code: 'config/invalid',
        message: `\`claims\` works only in stacks of the project ${SHARED_PROJECT}, and this is the project ${project}`,
        at: place.origin.position(['claims']),
        path: 'claims',
        hint: 'Move it to the stack.yaml of a shared stack.',
      }));

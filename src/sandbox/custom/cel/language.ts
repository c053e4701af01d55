import {createRequire} from 'node:module';
import type * as Cel from '@marcbachmann/cel-js';
import {once} from '../../../lib/once.ts';
import {registerAddresses} from './address-functions.ts';
import {registerPresence} from './has.ts';
import {registerLists} from './list-functions.ts';
import {registerPatterns} from './pattern-functions.ts';
import {registerQuantities} from './quantity-functions.ts';
import {registerTexts} from './text-functions.ts';
import {registerUrls} from './url-functions.ts';

type Language = typeof Cel;

/** Loaded with the first rule that is looked at: most sandboxes have none, and verbs cannot wait for a module. */
export const celLanguage = once((): Language => {
  const load = createRequire(import.meta.url);
  return load('@marcbachmann/cel-js') as Language;
});

/** The language of the rules, with those of Kubernetes' own functions that are here. */
export const celEnvironment = once((): Cel.Environment => {
  const environment = new (celLanguage().Environment)({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  environment.registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
  registerTexts(environment);
  registerLists(environment);
  registerQuantities(environment);
  registerPatterns(environment);
  registerPresence(environment);
  registerAddresses(environment);
  registerUrls(environment);
  return environment;
});

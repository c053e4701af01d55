import type * as Cel from '@marcbachmann/cel-js';
import {once} from '../../../lib/once.ts';
import {registerAddresses} from './address-functions.ts';
import {registerFormats} from './format-functions.ts';
import {registerLists} from './list-functions.ts';
import {celLanguage} from './load-language.ts';
import {registerPatterns} from './pattern-functions.ts';
import {registerPresence} from './presence.ts';
import {registerQuantities} from './quantity-functions.ts';
import {registerSets} from './set-functions.ts';
import {registerTexts} from './text-functions.ts';
import {registerUrls} from './url-functions.ts';

/** The CEL environment of the rules, with those of Kubernetes' own functions that are implemented here. */
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
  registerSets(environment);
  registerFormats(environment);
  return environment;
});

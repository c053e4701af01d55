/**
 * Searches a scenario in a process of its own, because the protocol is loaded without chance, and perhaps with a fault in it.
 * Arguments: the scenario, the most states, the fault (or none). Prints what was found as one line of JSON.
 */
import {registerHooks} from 'node:module';
import {faultNamed, spoil} from './faults.ts';
import {withoutChance} from './tokens.ts';

const [name = '', limit = '100000', fault = ''] = process.argv.slice(2);
withoutChance();
if (fault !== '') registerHooks({load: spoil(faultNamed(fault))});
const [{search}, {scenarioNamed}] = await Promise.all([import('./search.ts'), import('./scenario.ts')]);
process.stdout.write(`${JSON.stringify(await search(scenarioNamed(name), Number(limit)))}\n`);

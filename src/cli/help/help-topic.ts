import {didYouMean} from '../../lib/did-you-mean.ts';
import {type CatalogEntry, GROUPS} from '../catalog.ts';
import {usageError} from '../usage.ts';
import {TOPICS} from './topics.ts';

/**
 * Returns the page of the topic that `gantry help WORDS` names; undefined for a command, whose own help is meant.
 * @throws GantryError `input/usage` for words that name neither, with the nearest name
 */
export async function helpTopic(
  words: readonly string[],
  catalog: readonly CatalogEntry[],
): Promise<string | undefined> {
  const [name, verb] = words.filter((word) => !word.startsWith('-'));
  if (name === undefined) return undefined;
  const topic = TOPICS.find((one) => one.name === name);
  if (topic !== undefined) return (await topic.load())();
  const group = GROUPS.find((one) => one.name === name || one.alias === name);
  const verbs = catalog.flatMap(({path}) => (path[0] === group?.name && path[1] !== undefined ? [path[1]] : []));
  if (group !== undefined && (verb === undefined || verbs.includes(verb))) return undefined;
  const commands = catalog.flatMap(({path}) => (path.length === 1 ? [path[0]] : []));
  if (group === undefined && commands.includes(name)) return undefined;
  const asked = group === undefined ? name : `${group.name} ${verb}`;
  const known =
    group === undefined
      ? [...commands, ...GROUPS.map((one) => one.name), ...TOPICS.map((one) => one.name)]
      : verbs.map((one) => `${group.name} ${one}`);
  const near = didYouMean(asked, known);
  const hint = '"gantry help" lists the commands and the topics.';
  throw usageError(
    `Unknown command or help topic "${asked}".`,
    near === undefined ? hint : `Did you mean ${near}? ${hint}`,
  );
}

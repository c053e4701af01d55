import type {StackLocation} from '../../config/stack-location.ts';
import {isExactVersion} from '../../core/chart/choose-version.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {didYouMean} from '../../lib/did-you-mean.ts';
import {type ChartSource, chartSourcesOf} from './chart-sources.ts';

/** A version of a chart to try: `--chart NAME=VERSION`. */
export type TriedChart = {readonly source: ChartSource; readonly version: string};

/**
 * Reads the values of `--chart`.
 * @throws GantryError `input/usage` for a value in another form, a source that the stack does not have, or a chart without versions
 */
export function triedCharts(location: StackLocation, given: readonly string[] = []): readonly TriedChart[] {
  const sources = given.length === 0 ? [] : chartSourcesOf(location);
  return given.map((text) => {
    const [, name = '', version = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    const refuse = (why: string, hint?: string) =>
      new GantryError({code: 'input/usage', message: `--chart ${text}: ${why}`, ...defined({hint})});
    if (name === '') throw refuse('it is not in the form NAME=VERSION', 'For example --chart web=2.0.0.');
    const source = sources.find((one) => one.name === name);
    if (source === undefined) throw refuse(...unknownSource(name, location, sources));
    if ('path' in source.place) throw refuse('the chart is in a directory, which has one version');
    if (!isExactVersion(version))
      throw refuse(
        `${version} is not an exact version`,
        `List the versions with "gantry chart search ${name} --versions".`,
      );
    return {source, version};
  });
}

/** Returns a stack with other versions of its charts. Nothing is written. */
export function withCharts(location: StackLocation, given: readonly string[] | undefined): StackLocation {
  const tried = triedCharts(location, given);
  if (tried.length === 0) return location;
  const sources = location.stack.sources?.map((entry, index) => {
    const one = tried.find(({source}) => source.index === index);
    return one === undefined ? entry : {...entry, helm: {...one.source.settings, version: one.version, isTrial: true}};
  });
  return {...location, stack: {...location.stack, sources}};
}

function unknownSource(
  name: string,
  {stack}: StackLocation,
  sources: readonly ChartSource[],
): [why: string, hint?: string] {
  const names = sources.map((one) => one.name);
  if (names.length === 0) return [`the stack ${stack.name} has no Helm source`];
  const nearest = didYouMean(name, names);
  const listed = `Its Helm sources are ${names.join(', ')}.`;
  return [
    `the stack ${stack.name} has no Helm source ${name}`,
    nearest === undefined ? listed : `Did you mean \`${nearest}\`? ${listed}`,
  ];
}

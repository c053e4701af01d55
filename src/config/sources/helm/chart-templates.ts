import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Position} from '../../../core/diagnostic/diagnostic.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {Chart} from '../../../ports/charts.ts';
import {shownPath} from '../../read-text.ts';
import {maskedPosition, mayHoldSecret} from '../../yaml/masked-position.ts';

/** A place in a template. */
export type PlaceInTemplate = {readonly line: number; readonly column?: number; readonly endColumn?: number};

/** The templates of a chart by the names that Helm gives them: `web/templates/deployment.yaml`. */
export type ChartTemplates = {
  /** Returns the text of a template; undefined if it is in no file that can be read. */
  readonly textOf: (template: string) => string | undefined;
  /** Returns the position of a place, with its line. The file of a chart in the project is the real one. */
  readonly position: (template: string, place: PlaceInTemplate) => Position;
};

/** A line that only looks something up: it contains names, and not values. */
const LOOK_UP = /^\s*\{\{-?\s*\$\w+\s*:?=\s*\(?lookup\s[^{}|]*\}\}\s*$/;

/** Returns the templates among the files of a chart. @param isOwn true if the chart is in the project, so that its files may be shown */
export function chartTemplates(files: ChartFiles, {path}: Pick<Chart, 'path'>, isOwn: boolean): ChartTemplates {
  const textOf = (template: string): string | undefined => files.get(inChart(template));
  const fileOf = (template: string): string => {
    const file = join(path, inChart(template));
    return isOwn && existsSync(file) ? shownPath(file) : template;
  };
  return {
    textOf,
    position: (template, {line, column = 1, endColumn = column + 1}) => {
      const whole = textOf(template) ?? '';
      const text = whole.split(/\r?\n/)[line - 1] ?? '';
      const position = {file: fileOf(template), line, column, endColumn, text};
      return mayHoldSecret(whole) && !LOOK_UP.test(text) ? maskedPosition(position) : position;
    },
  };
}

/** Returns the path of a template in its chart: without the name of the chart. */
const inChart = (template: string): string => template.slice(template.indexOf('/') + 1);

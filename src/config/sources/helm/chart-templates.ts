import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {Position} from '../../../core/diagnostic/diagnostic.ts';
import type {ChartFiles} from '../../../ports/chart-files.ts';
import type {Chart} from '../../../ports/charts.ts';
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

/** A function that shows the path of a file. Absent: the chart is not in the project, so that its files are not shown. */
export type ShowFile = ((path: string) => string) | undefined;

/** Returns the templates among the files of a chart. */
export function chartTemplates(files: ChartFiles, {path}: Pick<Chart, 'path'>, show: ShowFile): ChartTemplates {
  const textOf = (template: string): string | undefined => files.get(inChart(template));
  const fileOf = (template: string): string => {
    const file = join(path, inChart(template));
    return show !== undefined && existsSync(file) ? show(file) : template;
  };
  return {
    textOf,
    position: (template, {line, column = 1, endColumn = column + 1}) => {
      const whole = textOf(template) ?? '';
      const text = whole.split(/\r?\n/)[line - 1] ?? '';
      const position = {file: fileOf(template), line, column, endColumn, text};
      return mayHoldSecret(whole) && !isExpression(text) ? maskedPosition(position) : position;
    },
  };
}

/** Functions whose literal arguments are names and messages. */
const NAMING =
  /\b(?:dig|fail|get|hasKey|include|index|lookup|printf|required|template|tpl)\b(?:\s+[$.][\w.$]*)?(?:\s+(?:"[^"]*"|`[^`]*`))+/g;

/** Reports whether the value in a line of a template consists of expressions without a text of their own, so that it shows no secret. */
function isExpression(line: string): boolean {
  const value = /^\s*(?:-\s+)*[\w./-]+\s*:\s+(\S.*)$/.exec(line)?.[1] ?? line;
  return /^\s*["']?(?:\{\{[^"`{}]*\}\}\s*)+(?:["']\s*)?$/.test(value.replaceAll(NAMING, ''));
}

/** Returns the path of a template in its chart: without the name of the chart. */
const inChart = (template: string): string => template.slice(template.indexOf('/') + 1);

import {editedText} from '../edited-text.ts';
import {libyamlEdits} from './libyaml-edits.ts';

/**
 * Reads a text with a parser of YAML 1.2. If the parser refuses the text, reads it again as libyaml (kubectl, Helm) would.
 * @throws the first error of the parser, if both attempts fail
 */
export function readAsLibyaml<T>(text: string, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (error) {
    const {edits} = libyamlEdits(text);
    if (edits.length === 0) throw error;
    try {
      return read(editedText(text, edits).text);
    } catch {
      throw error;
    }
  }
}

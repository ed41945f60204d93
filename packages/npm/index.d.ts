/** What can be said in a `schemefmt.toml`, by the same names. What is not said has its default. */
export interface Options {
  /** Its ending (`.sls`, `.sps`, `.sld`) tells some dialects; `explain` shows it. A text that does not begin as Scheme is then passed through. */
  fileName?: string;
  [key: string]: string | number | boolean | undefined | { [key: string]: string | number | boolean | undefined };
}

/** A line and a column, both from 1; columns count characters, of which an emoji is one. */
export interface Place {
  line: number;
  column: number;
}

/** A span of the text, its end exclusive, with a word on what stands there, which may be empty. */
export interface Label {
  message: string;
  start: Place;
  end: Place;
}

/** An error or a warning. The first label is the place that is reported; none, if it is about the whole text. */
export interface Diagnostic {
  severity: "error" | "warning";
  /** A stable name, such as `unclosed-list`. */
  code: string;
  message: string;
  note: string | null;
  labels: Label[];
}

export interface Formatted<Text> {
  /** The formatted text; null if the text has errors. */
  text: Text | null;
  /** The dialect that it was read in; null where it is no text at all. */
  dialect: string | null;
  /** What decided on the dialect. */
  reason: string | null;
  /** The columns that a line may have. */
  width: number;
  /** Why the text is passed through as it stands, where it is. */
  skipped: Diagnostic | null;
  /** The errors if there is no text, else the warnings. */
  diagnostics: Diagnostic[];
}

export interface Repaired<Text> {
  /** The text, with what is certain repaired. */
  text: Text;
  /** The number of forms that are repaired. */
  repaired: number;
  /** Why the others are not. */
  leftAlone: Diagnostic[];
}

/** An option, as it is declared. */
export interface OptionInfo {
  /** `style.cond` is `cond` in the table `[style]`. */
  key: string;
  about: string;
  /** The names that it takes, */
  names: string[];
  /** and any number from the first to the last of these. */
  numbers: [number, number] | null;
  default: string;
}

export interface Schemefmt {
  version: string;
  options: OptionInfo[];
  /**
   * Formats a text: a string, or bytes in UTF-8 or in an 8-bit encoding, which come back as bytes in the same.
   * @throws {RangeError} An option that there is not, a value that it does not take, or half of a surrogate pair.
   */
  format(source: string, options?: Options): Formatted<string>;
  format(source: Uint8Array, options?: Options): Formatted<Uint8Array>;
  /** Formats the forms that can be read, also where others cannot: `diagnostics` has the errors of these. Throws as `format` does. */
  formatReadable(source: string, options?: Options): Formatted<string>;
  formatReadable(source: Uint8Array, options?: Options): Formatted<Uint8Array>;
  /** Repairs the brackets of a text that cannot be read, where it is certain what they have to be. Throws as `format` does. */
  repair(source: string, options?: Options): Repaired<string>;
  repair(source: Uint8Array, options?: Options): Repaired<Uint8Array>;
  /** Says why the innermost form at a place is laid out as it is; null where there is none. Throws as `format` does. */
  explain(source: string | Uint8Array, place: Place, options?: Options): string | null;
  /** The blanks or tabs before a line that is being typed; null if it has to stay as it is. Lines count from 1. Throws as `format` does. */
  indentation(source: string | Uint8Array, line: number, options?: Options): string | null;
  /** The `schemefmt.toml` that says the same as the options. Throws as `format` does. */
  toml(options: Options): string;
}

/** Loads the module: the one beside this file, or one that is compiled already. */
export function load(compiled?: WebAssembly.Module): Promise<Schemefmt>;

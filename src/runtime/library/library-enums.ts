/** The enums that the library declares, for the text and the parsing of their values. */
import { FlagNames } from './enum-text.ts';

/** Members in order; `=` where the value does not follow from the one before. */
const declared: Readonly<Record<string, string>> = {
  CorrelationOutcome: 'Deposited NoSuchKey Ambiguous NotRunning NoRule',
  DateTimeKind: 'Unspecified Utc Local',
  DateTimeStyles:
    'None=0 AllowLeadingWhite=1 AllowTrailingWhite=2 AllowInnerWhite=4 AllowWhiteSpaces=7 NoCurrentDateDefault=8 AdjustToUniversal=16 AssumeLocal=32 AssumeUniversal=64 RoundtripKind=128',
  DayOfWeek: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
  IdempotencyStatus: 'None Processed Processing Failed Skipped Superseded Expired',
  JsonKind: 'Object Array String Number Boolean',
  MidpointRounding: 'ToEven AwayFromZero ToZero ToNegativeInfinity ToPositiveInfinity',
  NumberStyles:
    'None AllowLeadingWhite=1 AllowTrailingWhite=2 AllowLeadingSign=4 Integer=7 AllowTrailingSign=8 AllowParentheses=16 ' +
    'AllowDecimalPoint=32 AllowThousands=64 Number=111 AllowExponent=128 Float=167 AllowCurrencySymbol=256 Currency=383 ' +
    'Any=511 AllowHexSpecifier=512 HexNumber=515',
  RaiseOutcome: 'Done PendingRetry Queued',
  RegexOptions:
    'None=0 IgnoreCase=1 Multiline=2 ExplicitCapture=4 Compiled=8 Singleline=16 IgnorePatternWhitespace=32 ECMAScript=256 CultureInvariant=512 NonBacktracking=1024',
  StringComparison:
    'CurrentCulture CurrentCultureIgnoreCase InvariantCulture InvariantCultureIgnoreCase Ordinal OrdinalIgnoreCase',
  StringSplitOptions: 'None RemoveEmptyEntries TrimEntries',
  UnicodeCategory:
    'UppercaseLetter LowercaseLetter TitlecaseLetter ModifierLetter OtherLetter NonSpacingMark SpacingCombiningMark ' +
    'EnclosingMark DecimalDigitNumber LetterNumber OtherNumber SpaceSeparator LineSeparator ParagraphSeparator Control ' +
    'Format Surrogate PrivateUse ConnectorPunctuation DashPunctuation OpenPunctuation ClosePunctuation ' +
    'InitialQuotePunctuation FinalQuotePunctuation OtherPunctuation MathSymbol CurrencySymbol ModifierSymbol OtherSymbol ' +
    'OtherNotAssigned',
};

/** .NET's `[Flags]`. */
const flags: ReadonlySet<string> = new Set(['DateTimeStyles', 'NumberStyles', 'RegexOptions', 'StringSplitOptions']);

const known = new Map<string, ReadonlyMap<number, string>>();

/** Names by value of an enum of the library; undefined when it has none of that name. */
export function libraryEnumNames(name: string): ReadonlyMap<number, string> | undefined {
  const names = known.get(name);
  if (names !== undefined || !Object.hasOwn(declared, name)) return names;
  let next = 0;
  const read = flags.has(name) ? new FlagNames() : new Map<number, string>();
  for (const member of declared[name]!.split(' ')) {
    const [text = '', value] = member.split('=');
    if (value !== undefined) next = Number(value);
    read.set(next++, text);
  }
  known.set(name, read);
  return read;
}

/** The names of the library's enums. */
export const libraryEnums: readonly string[] = Object.keys(declared);

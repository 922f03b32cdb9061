/** Text of a comma expression: the parts in order, the value of the last. */
export function sequence(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(',')})`;
}

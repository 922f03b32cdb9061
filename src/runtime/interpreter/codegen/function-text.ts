/** The frame of a JavaScript function around generated statements: fuel, depth, frames of exceptions, temporaries. */
import type { Generator } from './generator.ts';

/**
 * Every function counts fuel. One that may call back into generated code counts depth too, and restores it however it is
 * left; one that may throw adds its frame to an exception on the way out. `p` holds the offset of the statement that runs.
 * @param head statements before everything that may throw
 * @param arrow an arrow function, which sees the receiver `s` and the host `h` of what it stands in
 */
export function wrapFunction(
  g: Generator,
  params: readonly string[],
  head: string,
  body: string,
  arrow: boolean,
): string {
  const { frame } = g;
  const declared = ['p=0', ...(frame.catches ? ['c=null'] : []), ...frame.temps];
  const lines = ['if(--h.fuel<0)h.outOfFuel();'];
  if (frame.calls) {
    lines.push(`const d=h.depth;if((h.depth=d+1)>h.maxDepth)${g.helper('tooDeep')}(h);`);
  }
  lines.push(`let ${declared.join(',')};`, head);
  if (frame.throws) {
    const owner = g.constant(frame.owner);
    const seen = frame.catches ? 'c' : 'null';
    lines.push(`try${body}catch(x){throw ${g.helper('leave')}(x,${seen},${owner},p)}`);
    if (frame.calls) lines.push('finally{h.depth=d}');
  } else {
    lines.push(body);
  }
  const text = `(${params.join(',')})${arrow ? '=>' : ''}{${lines.join('')}}`;
  return arrow ? `(${text})` : `function${text}`;
}

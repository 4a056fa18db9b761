import { describe, expect, it } from 'vitest';
import { html, joined, jsonScript, trusted } from '../../reporting/report/html.ts';

const HOSTILE = `</script><img src=x onerror="alert('1')">&`;

describe('a template of HTML', () => {
  it('makes text of what is text, in elements and in attributes', () => {
    expect(String(html`<p title="${HOSTILE}">${HOSTILE}</p>`)).toBe(
      '<p title="&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it('leaves HTML that a template made as it is, one or several', () => {
    expect(String(html`<ul>${['<', '>'].map((text) => html`<li>${text}</li>`)}</ul>`)).toBe(
      '<ul><li>&lt;</li><li>&gt;</li></ul>',
    );
    expect(String(joined(['a', html`<b>b</b>`], ', '))).toBe('a, <b>b</b>');
    expect(String(html`${trusted('<svg></svg>')}`)).toBe('<svg></svg>');
  });

  it('has nothing for null, undefined and false, and a number for 0', () => {
    expect(String(html`${null}${undefined}${false}${0}`)).toBe('0');
  });

  it('shows that there were characters which turn text around or which HTML cannot have', () => {
    expect(String(html`${'a\u202eb\u0000c\nd'}`)).toBe('a\ufffdb\ufffdc\nd');
  });

  it('does not take what only looks like HTML for it', () => {
    const forged = { toString: () => '<b>' };
    expect(() => String(html`${forged as never}`)).toThrow(TypeError);
  });

  it('has data in a script that no text of them can end', () => {
    const script = String(jsonScript('data', { name: HOSTILE }));
    expect(script.match(/<\/script>/g)).toHaveLength(1);
    expect(JSON.parse(/>(.*)<\/script>/s.exec(script)![1]!)).toEqual({ name: HOSTILE });
  });
});

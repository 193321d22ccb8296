import { expect, type CDPSession, type Page } from '@playwright/test'

/** What assistive technology gets of one element: its role, its name, and where it is in the page. */
export interface TreeNode {
  readonly role: string
  readonly name: string
  /** What it is described by, such as the name of a candidate at the button that votes for them. */
  readonly description: string
  readonly level: number | undefined
  readonly disabled: boolean
  readonly element: number | undefined
}

/** What was pressed, and all that was there to be read when it was. */
export interface Pressed {
  readonly node: TreeNode
  readonly read: readonly TreeNode[]
}

/** Whom one looks for: by role, and by a name or a part of it. */
export interface Wanted {
  readonly role: string
  readonly name: string | RegExp
  readonly level?: number
}

/**
 * A page as a screen reader has it: the browser's accessibility tree, and the default action of what is in it. It knows neither the
 * document's elements nor where anything is drawn.
 */
export class AccessibilityTree {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<AccessibilityTree> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    return new AccessibilityTree(session)
  }

  /** What is there now, in the order in which it is read; nothing while one page leaves and the next has not come. */
  async nodes(): Promise<TreeNode[]> {
    const { nodes } = await this.session.send('Accessibility.getFullAXTree').catch(() => ({ nodes: [] }))
    return nodes
      .filter(({ ignored }) => !ignored)
      .map((node) => {
        const property = (name: string) => node.properties?.find((one) => one.name === name)?.value.value as unknown
        const level = property('level')
        return {
          role: String(node.role?.value ?? ''),
          name: String(node.name?.value ?? ''),
          description: String(node.description?.value ?? ''),
          level: typeof level === 'number' ? level : undefined,
          disabled: property('disabled') === true,
          element: node.backendDOMNodeId,
        }
      })
  }

  /** All that is read aloud of it. */
  async text(): Promise<string> {
    return (await this.nodes()).map(({ role, name }) => (role === 'StaticText' ? name : '')).join('')
  }

  /** Waits until something of this role and name is there, and answers all of it. */
  async find(wanted: Wanted): Promise<TreeNode[]> {
    return (await this.read(wanted)).filter(isWanted(wanted))
  }

  /**
   * Does what the first such control that is not disabled is there for. A page may replace it between the reading and the press,
   * which then meets nothing: it is read again.
   */
  async press(wanted: Wanted): Promise<Pressed> {
    let pressed: Pressed | undefined
    const press = async () => {
      const read = await this.read(wanted)
      const node = read.filter(isWanted(wanted)).find(({ disabled }) => !disabled)
      if (node && (await this.click(node))) pressed = { node, read }
      return pressed !== undefined
    }
    await expect.poll(press, `the ${wanted.role} ‘${wanted.name}’ was pressed`).toBe(true)
    return pressed!
  }

  /** The whole tree, as soon as what is wanted is in it. */
  private async read(wanted: Wanted): Promise<TreeNode[]> {
    let nodes: TreeNode[] = []
    // A failure tells what was there instead.
    const wantedOrRest = async () => ((nodes = await this.nodes()).some(isWanted(wanted)) ? 'found' : inShort(nodes))
    const message = `the accessibility tree has a ${wanted.role} ‘${wanted.name}’`
    await expect.poll(wantedOrRest, { message }).toBe('found')
    return nodes
  }

  /** Whether the element was still in the page, and so was pressed. */
  private async click({ element }: TreeNode): Promise<boolean> {
    const found = await this.session.send('DOM.resolveNode', { backendNodeId: element! }).catch(() => undefined)
    if (!found?.object.objectId) return false
    const click = 'function () { if (!this.isConnected) return false; this.focus(); this.click(); return true }'
    const { result } = await this.session.send('Runtime.callFunctionOn', {
      objectId: found.object.objectId,
      functionDeclaration: click,
      returnByValue: true,
    })
    return result.value === true
  }
}

const isWanted =
  ({ role, name, level }: Wanted) =>
  (node: TreeNode): boolean =>
    node.role === role &&
    (typeof name === 'string' ? node.name === name : name.test(node.name)) &&
    (level === undefined || node.level === level)

/** The headings, buttons and alerts of a page, one a line. */
const inShort = (nodes: readonly TreeNode[]): string =>
  nodes
    .filter(({ role }) => ['RootWebArea', 'heading', 'button', 'alert', 'status'].includes(role))
    .map(({ role, name, disabled }) => `${role} ‘${name}’${disabled ? ' (disabled)' : ''}`)
    .join('\n')

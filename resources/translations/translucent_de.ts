<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>AlternativesPopup</name>
    <message>
        <source>Other words</source>
        <translation>Andere Wörter</translation>
    </message>
    <message>
        <source>What the sentence would become</source>
        <translation>Was aus dem Satz würde</translation>
    </message>
    <message>
        <source>Whole sentence</source>
        <translation>Ganzer Satz</translation>
    </message>
    <message>
        <source>Other translations of the sentence</source>
        <translation>Andere Übersetzungen des Satzes</translation>
    </message>
    <message>
        <source>Instead of “{word}”</source>
        <translation>Statt „{word}“</translation>
    </message>
    <message>
        <source>Looking for other words…</source>
        <translation>Andere Wörter werden gesucht …</translation>
    </message>
    <message>
        <source>No other word is likely here.</source>
        <translation>Kein anderes Wort ist hier wahrscheinlich.</translation>
    </message>
</context>
<context>
    <name>AttentionControls</name>
    <message>
        <source>Sentence</source>
        <translation>Satz</translation>
    </message>
    <message>
        <source>The sentence to look into</source>
        <translation>Der Satz, der betrachtet wird</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Which of the translations found to look into</source>
        <translation>Welche der gefundenen Übersetzungen betrachtet wird</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Another translation, to see how the maps differ</source>
        <translation>Eine andere Übersetzung, um zu sehen, worin sich die Karten unterscheiden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Which map to show</source>
        <translation>Welche Karte gezeigt wird</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>The layer whose map is shown</source>
        <translation>Die Schicht, deren Karte gezeigt wird</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>The head whose map is shown</source>
        <translation>Der Kopf, dessen Karte gezeigt wird</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesart</translation>
    </message>
    <message>
        <source>At which step of writing a word the model is watched</source>
        <translation>Bei welchem Schritt eines Wortes das Modell beobachtet wird</translation>
    </message>
    <message>
        <source>While choosing this word</source>
        <translation>Bei der Wahl des Wortes</translation>
    </message>
    <message>
        <source>Word alignment</source>
        <translation>Wortzuordnung</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>What rows and columns are</source>
        <translation>Was Zeilen und Spalten sind</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Weighted by values</source>
        <translation>Nach Werten gewichtet</translation>
    </message>
    <message>
        <source>Count a weight for as much as what it lets through</source>
        <translation>Ein Gewicht zählt so viel wie das, was es durchlässt</translation>
    </message>
    <message>
        <source>Attention rests there when there is nothing to look at</source>
        <translation>Dort ruht die Aufmerksamkeit, wenn es nichts zu betrachten gibt</translation>
    </message>
    <message>
        <source>Hide end mark and punctuation</source>
        <translation>Endzeichen und Satzzeichen ausblenden</translation>
    </message>
    <message>
        <source>Hide end mark and punctuation ({0} %)</source>
        <translation>Endzeichen und Satzzeichen ausblenden ({0} %)</translation>
    </message>
    <message>
        <source>{0} of {1} · best</source>
        <translation>{0} von {1} · beste</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>Ein Kopf</translation>
    </message>
    <message>
        <source>Mean of a layer</source>
        <translation>Mittel einer Schicht</translation>
    </message>
    <message>
        <source>Mean of all heads</source>
        <translation>Mittel aller Köpfe</translation>
    </message>
    <message>
        <source>Maximum of all heads</source>
        <translation>Maximum aller Köpfe</translation>
    </message>
    <message>
        <source>Rollout through all layers</source>
        <translation>Rollout durch alle Schichten</translation>
    </message>
    <message>
        <source>Best for alignment</source>
        <translation>Am besten für die Zuordnung</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>How weights are coloured</source>
        <translation>Wie Gewichte eingefärbt werden</translation>
    </message>
    <message>
        <source>From 0 to 1</source>
        <translation>Von 0 bis 1</translation>
    </message>
    <message>
        <source>Each row by its largest</source>
        <translation>Jede Zeile nach ihrem Höchstwert</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
</context>
<context>
    <name>AttentionGrid</name>
    <message>
        <source>All layers and heads</source>
        <translation>Alle Schichten und Köpfe</translation>
    </message>
    <message>
        <source>Click a head, or choose with the arrow keys</source>
        <translation>Einen Kopf anklicken oder mit den Pfeiltasten wählen</translation>
    </message>
    <message>
        <source>no single head is chosen</source>
        <translation>kein einzelner Kopf ist gewählt</translation>
    </message>
    <message>
        <source>layer {0}, all heads</source>
        <translation>Schicht {0}, alle Köpfe</translation>
    </message>
    <message>
        <source>layer {0}, head {1}</source>
        <translation>Schicht {0}, Kopf {1}</translation>
    </message>
    <message>
        <source>layer {0}, head {1} · “{2}” ← “{3}” {4}</source>
        <translation>Schicht {0}, Kopf {1} · „{2}“ ← „{3}“ {4}</translation>
    </message>
</context>
<context>
    <name>AttentionMap</name>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Ctrl+-</source>
        <translation>Strg+-</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Strg+0</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Ctrl++</source>
        <translation>Strg++</translation>
    </message>
    <message>
        <source>Attention map: {0}</source>
        <translation>Aufmerksamkeitskarte: {0}</translation>
    </message>
    <message>
        <source>{0} and {1}: not in both translations</source>
        <translation>{0} und {1}: nicht in beiden Übersetzungen</translation>
    </message>
    <message>
        <source>{0} looks at {1}: {2} compared</source>
        <translation>{0} blickt auf {1}: {2} im Vergleich</translation>
    </message>
    <message>
        <source>{0} looks at {1}: {2}</source>
        <translation>{0} blickt auf {1}: {2}</translation>
    </message>
    <message>
        <source>Point, or walk with the arrow keys; a click pins.</source>
        <translation>Zeigen oder mit den Pfeiltasten gehen; ein Klick heftet an.</translation>
    </message>
</context>
<context>
    <name>AttentionPanel</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>{0} · shown</source>
        <translation>{0} · gezeigt</translation>
    </message>
    <message>
        <source>{0} · compared</source>
        <translation>{0} · verglichen</translation>
    </message>
    <message>
        <source>Difference: shown less compared</source>
        <translation>Unterschied: gezeigt minus verglichen</translation>
    </message>
    <message>
        <source>A row is a word of the translation; its cells are the source words it looked at.</source>
        <translation>Eine Zeile ist ein Wort der Übersetzung; ihre Zellen sind die Wörter des Ausgangstextes, auf die es blickte.</translation>
    </message>
    <message>
        <source>A row is a source word; its cells are the source words it looked at while the sentence was read.</source>
        <translation>Eine Zeile ist ein Wort des Ausgangstextes; ihre Zellen sind die Wörter, auf die es blickte, während der Satz gelesen wurde.</translation>
    </message>
    <message>
        <source>A row is a step of writing; its cells are the words written before, which it looked back at.</source>
        <translation>Eine Zeile ist ein Schritt des Schreibens; ihre Zellen sind die zuvor geschriebenen Wörter, auf die zurückgeblickt wurde.</translation>
    </message>
    <message>
        <source>Read while the word of a row was being chosen.</source>
        <translation>Abgelesen, während das Wort der Zeile gewählt wurde.</translation>
    </message>
    <message>
        <source>Read one step later, when the word of a row was written: this tells best which source words it comes from.</source>
        <translation>Einen Schritt später abgelesen, als das Wort der Zeile geschrieben war: So zeigt sich am besten, von welchen Wörtern des Ausgangstextes es kommt.</translation>
    </message>
    <message>
        <source>Attention is a view into the model, not a proof of why it chose a word.</source>
        <translation>Aufmerksamkeit ist ein Blick in das Modell, kein Beweis dafür, warum es ein Wort gewählt hat.</translation>
    </message>
    <message>
        <source>Layer {0}, head {1}</source>
        <translation>Schicht {0}, Kopf {1}</translation>
    </message>
    <message>
        <source>Layer {0}, mean of heads</source>
        <translation>Schicht {0}, Mittel der Köpfe</translation>
    </message>
    <message>
        <source>Mean of all heads</source>
        <translation>Mittel aller Köpfe</translation>
    </message>
    <message>
        <source>Maximum of all heads</source>
        <translation>Maximum aller Köpfe</translation>
    </message>
    <message>
        <source>Rollout through all layers</source>
        <translation>Rollout durch alle Schichten</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}, difference</source>
        <translation>{0}, Unterschied</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Kreuz-Aufmerksamkeit</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>Encoder-Selbstaufmerksamkeit</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>Decoder-Selbstaufmerksamkeit</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>Art der Aufmerksamkeit</translation>
    </message>
    <message>
        <source>All layers and heads</source>
        <translation>Alle Schichten und Köpfe</translation>
    </message>
    <message>
        <source>Click a head, or choose with the arrow keys.</source>
        <translation>Einen Kopf anklicken oder mit den Pfeiltasten wählen.</translation>
    </message>
    <message>
        <source>Map as</source>
        <translation>Karte als</translation>
    </message>
    <message>
        <source>All layers and heads as</source>
        <translation>Alle Schichten und Köpfe als</translation>
    </message>
    <message>
        <source>Difference as</source>
        <translation>Unterschied als</translation>
    </message>
    <message>
        <source>Copy map as picture</source>
        <translation>Karte als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy map as table</source>
        <translation>Karte als Tabelle kopieren</translation>
    </message>
    <message>
        <source>Translate a sentence, and see here what each of its words looked at.</source>
        <translation>Hier ist nach dem Übersetzen zu sehen, worauf jedes Wort eines Satzes blickte.</translation>
    </message>
</context>
<context>
    <name>AttentionPresenter</name>
    <message>
        <source>Save the attention</source>
        <translation>Aufmerksamkeit speichern</translation>
    </message>
</context>
<context>
    <name>ChoiceList</name>
    <message>
        <source>{text}, {percent}</source>
        <translation>{text}, {percent}</translation>
    </message>
    <message>
        <source>{text}, {percent}, as it stands now</source>
        <translation>{text}, {percent}, wie es jetzt dasteht</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>Nothing can be saved</source>
        <translation>Nichts kann gespeichert werden</translation>
    </message>
    <message>
        <source>Nothing can be written to {folder}. Settings and history last until the window is closed. Make the folder writable, or set TRANSLUCENT_HOME to a folder of your own.</source>
        <translation>In {folder} kann nichts geschrieben werden. Einstellungen und Verlauf gelten, bis das Fenster geschlossen wird. Machen Sie den Ordner beschreibbar oder setzen Sie TRANSLUCENT_HOME auf einen eigenen Ordner.</translation>
    </message>
    <message>
        <source>Not enough memory</source>
        <translation>Zu wenig Arbeitsspeicher</translation>
    </message>
    <message>
        <source>The computer has no memory left for this. Close other programs, or translate the text in parts.</source>
        <translation>Der Arbeitsspeicher reicht hierfür nicht. Schließen Sie andere Programme oder übersetzen Sie den Text in Teilen.</translation>
    </message>
    <message>
        <source>The translation failed</source>
        <translation>Die Übersetzung ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>Something unexpected happened while translating. Your text is still here: try again, or choose another model. The log file tells more.</source>
        <translation>Beim Übersetzen ist etwas Unerwartetes geschehen. Ihr Text ist noch da: Versuchen Sie es noch einmal oder wählen Sie ein anderes Modell. Mehr steht in der Protokolldatei.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Something unexpected happened. You can go on; if it happens again, save your text and start the program anew. The log file tells more.</source>
        <translation>Etwas Unerwartetes ist geschehen. Sie können weiterarbeiten; geschieht es noch einmal, speichern Sie Ihren Text und starten Sie das Programm neu. Mehr steht in der Protokolldatei.</translation>
    </message>
    <message>
        <source>Not a usable model file</source>
        <translation>Keine brauchbare Modelldatei</translation>
    </message>
    <message>
        <source>{file} is damaged, or no model of this program. Nothing was installed. Get the file again from where you had it.</source>
        <translation>{file} ist beschädigt oder kein Modell dieses Programms. Nichts wurde installiert. Holen Sie die Datei noch einmal von dort, wo sie herkam.</translation>
    </message>
    <message>
        <source>No such model</source>
        <translation>Kein solches Modell</translation>
    </message>
    <message>
        <source>No installed model fits what was asked for. Choose another, or import or train one.</source>
        <translation>Kein installiertes Modell passt zu dem, was verlangt war. Wählen Sie ein anderes oder importieren oder trainieren Sie eines.</translation>
    </message>
    <message>
        <source>The text is too long</source>
        <translation>Der Text ist zu lang</translation>
    </message>
    <message>
        <source>The text has {length} characters; at most {limit} are translated at once. Translate it as a file, or in parts.</source>
        <translation>Der Text hat {length} Zeichen; höchstens {limit} werden auf einmal übersetzt. Übersetzen Sie ihn als Datei oder in Teilen.</translation>
    </message>
    <message>
        <source>The device cannot be used</source>
        <translation>Das Gerät kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The device “{device}” cannot be used on this computer. Choose “automatic” or the processor in the settings.</source>
        <translation>Das Gerät „{device}“ kann auf diesem Computer nicht verwendet werden. Wählen Sie in den Einstellungen „automatisch“ oder den Prozessor.</translation>
    </message>
    <message>
        <source>The file was not translated</source>
        <translation>Die Datei wurde nicht übersetzt</translation>
    </message>
    <message>
        <source>{file} cannot be translated, or its translation cannot be saved: it {reason}.</source>
        <translation>{file} kann nicht übersetzt oder die Übersetzung nicht gespeichert werden. Der Grund auf Englisch: it {reason}.</translation>
    </message>
    <message>
        <source>The model&apos;s vocabulary is damaged</source>
        <translation>Der Wortschatz des Modells ist beschädigt</translation>
    </message>
    <message>
        <source>The model&apos;s list of words cannot be read. Import or train the model again, or choose another.</source>
        <translation>Die Wortliste des Modells ist nicht lesbar. Importieren oder trainieren Sie das Modell noch einmal oder wählen Sie ein anderes.</translation>
    </message>
    <message>
        <source>The translation cannot go on</source>
        <translation>Die Übersetzung kann nicht fortgesetzt werden</translation>
    </message>
    <message>
        <source>Try again, or choose another model.</source>
        <translation>Versuchen Sie es noch einmal oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The model is not there</source>
        <translation>Das Modell ist nicht da</translation>
    </message>
    <message>
        <source>There is no model in {folder} any more. Choose another, or import it again.</source>
        <translation>In {folder} ist kein Modell mehr. Wählen Sie ein anderes oder importieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model is damaged</source>
        <translation>Das Modell ist beschädigt</translation>
    </message>
    <message>
        <source>The model in {folder} is not whole. Choose another, or import or train it again.</source>
        <translation>Das Modell in {folder} ist nicht vollständig. Wählen Sie ein anderes oder importieren oder trainieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The model needs a later version</source>
        <translation>Das Modell braucht eine neuere Version</translation>
    </message>
    <message>
        <source>The model in {folder} was made by a later version of Translucent. Update Translucent to use it.</source>
        <translation>Das Modell in {folder} stammt von einer neueren Version von Translucent. Aktualisieren Sie Translucent, um es zu verwenden.</translation>
    </message>
    <message>
        <source>There is a model of that name</source>
        <translation>Es gibt schon ein Modell dieses Namens</translation>
    </message>
    <message>
        <source>{folder} is there already, and nothing was overwritten. Choose another name, or remove that model first.</source>
        <translation>{folder} gibt es schon; nichts wurde überschrieben. Wählen Sie einen anderen Namen oder entfernen Sie zuerst jenes Modell.</translation>
    </message>
    <message>
        <source>The model was not removed</source>
        <translation>Das Modell wurde nicht entfernt</translation>
    </message>
    <message>
        <source>The model in {folder} is still there. Models that came with the program stay; others may be in use by another program.</source>
        <translation>Das Modell in {folder} ist noch da. Mitgelieferte Modelle bleiben; andere werden vielleicht gerade von einem anderen Programm verwendet.</translation>
    </message>
    <message>
        <source>The model cannot be used</source>
        <translation>Das Modell kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The model in {folder} cannot be used. Choose another, or import it again.</source>
        <translation>Das Modell in {folder} kann nicht verwendet werden. Wählen Sie ein anderes oder importieren Sie es noch einmal.</translation>
    </message>
    <message>
        <source>The settings of the training do not fit</source>
        <translation>Die Einstellungen des Trainings passen nicht</translation>
    </message>
    <message>
        <source>Some settings of the training cannot be used. Change them: {list}</source>
        <translation>Einige Einstellungen des Trainings sind nicht verwendbar. Ändern Sie sie: {list}</translation>
    </message>
    <message>
        <source>The training text in {file} cannot be used. Choose another file.</source>
        <translation>Der Trainingstext in {file} ist nicht verwendbar. Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The training text in {file} cannot be used: line {line} is damaged. Mend the line, or choose another file.</source>
        <translation>Der Trainingstext in {file} ist nicht verwendbar: Zeile {line} ist beschädigt. Berichtigen Sie die Zeile oder wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>The training text cannot be used</source>
        <translation>Der Trainingstext ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The training cannot be resumed</source>
        <translation>Das Training kann nicht fortgesetzt werden</translation>
    </message>
    <message>
        <source>What was saved of the training in {folder} cannot be read or written. Start the training again in another folder.</source>
        <translation>Was vom Training in {folder} gespeichert wurde, kann nicht gelesen oder geschrieben werden. Beginnen Sie das Training in einem anderen Ordner neu.</translation>
    </message>
    <message>
        <source>The training went astray</source>
        <translation>Das Training ist entgleist</translation>
    </message>
    <message>
        <source>At step {step} the model&apos;s error was no longer a number. Choose a lower learning rate or a longer warm-up and start again; what was saved before is still there.</source>
        <translation>Bei Schritt {step} war der Fehler des Modells keine Zahl mehr. Wählen Sie eine kleinere Lernrate oder ein längeres Aufwärmen und beginnen Sie neu; was vorher gespeichert wurde, ist noch da.</translation>
    </message>
    <message>
        <source>Not enough memory for the training</source>
        <translation>Zu wenig Speicher für das Training</translation>
    </message>
    <message>
        <source>Batches of {tokens} tokens did not fit into the device&apos;s memory. Close other programs, choose a smaller model, or train on the processor; what was saved before is still there.</source>
        <translation>Stapel von {tokens} Tokens passten nicht in den Speicher des Geräts. Schließen Sie andere Programme, wählen Sie ein kleineres Modell oder trainieren Sie auf dem Prozessor; was vorher gespeichert wurde, ist noch da.</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>Der Datenträger ist voll</translation>
    </message>
    <message>
        <source>There is no room left for {file}. Free some space and resume the training; what was saved before is still there.</source>
        <translation>Für {file} ist kein Platz mehr. Schaffen Sie Platz und setzen Sie das Training fort; was vorher gespeichert wurde, ist noch da.</translation>
    </message>
    <message>
        <source>The training stopped</source>
        <translation>Das Training ist stehen geblieben</translation>
    </message>
    <message>
        <source>The training could not go on; what was saved before is still there. Resume it, or start again with other settings.</source>
        <translation>Das Training konnte nicht weitergehen; was vorher gespeichert wurde, ist noch da. Setzen Sie es fort oder beginnen Sie mit anderen Einstellungen neu.</translation>
    </message>
    <message>
        <source>The training failed</source>
        <translation>Das Training ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>The model could not be made. The run&apos;s log tells more.</source>
        <translation>Das Modell konnte nicht erstellt werden. Mehr steht im Protokoll des Laufs.</translation>
    </message>
    <message>
        <source>The history needs a later version</source>
        <translation>Der Verlauf braucht eine neuere Version</translation>
    </message>
    <message>
        <source>The history in {file} was written by a later version of Translucent and is left as it is. Until Translucent is updated, translations are remembered only while the window is open.</source>
        <translation>Der Verlauf in {file} stammt von einer neueren Version von Translucent und bleibt, wie er ist. Bis Translucent aktualisiert ist, bleiben Übersetzungen nur erhalten, solange das Fenster offen ist.</translation>
    </message>
    <message>
        <source>The history is not kept</source>
        <translation>Der Verlauf wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Nothing can be written to {file}. Translations are remembered only while the window is open.</source>
        <translation>In {file} kann nichts geschrieben werden. Übersetzungen bleiben nur erhalten, solange das Fenster offen ist.</translation>
    </message>
    <message>
        <source>The history cannot be used</source>
        <translation>Der Verlauf ist nicht verwendbar</translation>
    </message>
    <message>
        <source>The history in {file} cannot be used.</source>
        <translation>Der Verlauf in {file} ist nicht verwendbar.</translation>
    </message>
    <message>
        <source>The history was not changed</source>
        <translation>Der Verlauf wurde nicht geändert</translation>
    </message>
    <message>
        <source>The history could not be read or written: the disk may be full, or another window may be using it. Try again.</source>
        <translation>Der Verlauf konnte nicht gelesen oder geschrieben werden: Vielleicht ist der Datenträger voll oder ein anderes Fenster verwendet ihn gerade. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again.</source>
        <translation>Schaffen Sie Platz auf dem Datenträger und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>It may have been moved or removed.</source>
        <translation>Sie wurde vielleicht verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>The file or its folder may not be read or written by you, or another program is using it.</source>
        <translation>Sie dürfen die Datei oder ihren Ordner nicht lesen oder beschreiben, oder ein anderes Programm verwendet sie gerade.</translation>
    </message>
    <message>
        <source>Try again, or choose another place.</source>
        <translation>Versuchen Sie es noch einmal oder wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
        <source>The file is not there</source>
        <translation>Die Datei ist nicht da</translation>
    </message>
    <message>
        <source>Access denied</source>
        <translation>Zugriff verweigert</translation>
    </message>
    <message>
        <source>The file cannot be read or written</source>
        <translation>Die Datei kann nicht gelesen oder geschrieben werden</translation>
    </message>
    <message>
        <source>The end of this translation is missing: the sentence is longer than the model can write. Try shorter sentences.</source>
        <translation>Das Ende dieser Übersetzung fehlt: Der Satz ist länger, als das Modell schreiben kann. Versuchen Sie kürzere Sätze.</translation>
    </message>
    <message>
        <source>The translation says the same again and again: {words}.</source>
        <translation>Die Übersetzung wiederholt sich: {words}.</translation>
    </message>
    <message>
        <source>The translation is nearly the same as your text. Is it in the language that this model reads?</source>
        <translation>Die Übersetzung ist fast dasselbe wie Ihr Text. Ist er in der Sprache, die dieses Modell liest?</translation>
    </message>
    <message>
        <source>The model has never seen these words: {words}.</source>
        <translation>Das Modell kennt diese Wörter nicht: {words}.</translation>
    </message>
    <message>
        <source>This is unlike the texts the model learned from. Do not rely on the translation.</source>
        <translation>Dies ist anders als die Texte, aus denen das Modell gelernt hat. Verlassen Sie sich nicht auf die Übersetzung.</translation>
    </message>
    <message>
        <source>The device was changed: {reason}</source>
        <translation>Das Gerät wurde gewechselt: {reason}</translation>
    </message>
</context>
<context>
    <name>FilePanel</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Translating</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>What the marks mean</source>
        <translation>Was die Markierungen bedeuten</translation>
    </message>
    <message>
        <source>Other words</source>
        <translation>Andere Wörter</translation>
    </message>
    <message>
        <source>Reading the attention</source>
        <translation>Die Aufmerksamkeit lesen</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>History and privacy</source>
        <translation>Verlauf und Datenschutz</translation>
    </message>
    <message>
        <source>What the model cannot do</source>
        <translation>Was das Modell nicht kann</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Type or paste a text: its translation appears by itself, a moment after the last key. {translate} asks for it at once.</source>
        <translation>Tippen Sie einen Text oder fügen Sie ihn ein: Die Übersetzung erscheint von selbst, einen Augenblick nach der letzten Taste. {translate} verlangt sie sofort.</translation>
    </message>
    <message>
        <source>While the text has changed and its new translation is not there yet, the old one stays, fainter. Sentences that did not change are not translated again.</source>
        <translation>Solange der Text geändert und seine neue Übersetzung noch nicht da ist, bleibt die alte blasser stehen. Sätze, die sich nicht geändert haben, werden nicht noch einmal übersetzt.</translation>
    </message>
    <message>
        <source>Line breaks, blank lines and indents stay as they are. A text that was copied with a break at the end of every line is better joined first: you are offered that when you paste one.</source>
        <translation>Zeilenumbrüche, Leerzeilen und Einzüge bleiben, wie sie sind. Hat ein kopierter Text am Ende jeder Zeile einen Umbruch, so werden die Zeilen besser erst verbunden: Beim Einfügen wird das angeboten.</translation>
    </message>
    <message>
        <source>{swap} swaps the languages and the texts. It needs a model for the way back; where there is none, the button says so.</source>
        <translation>{swap} tauscht die Sprachen und die Texte. Dazu braucht es ein Modell für den Rückweg; wo es keines gibt, sagt es die Schaltfläche.</translation>
    </message>
    <message>
        <source>A bar below the texts tells when something needs a second look: words the model does not know, a text unlike all it has learned from, a translation that repeats itself or was cut short.</source>
        <translation>Eine Leiste unter den Texten meldet, was einen zweiten Blick braucht: Wörter, die das Modell nicht kennt, ein Text, der keinem gleicht, aus dem es gelernt hat, eine Übersetzung, die sich wiederholt oder abgeschnitten ist.</translation>
    </message>
    <message>
        <source>Dotted: the model was less sure; another word was nearly as likely.</source>
        <translation>Gepunktet: Das Modell war weniger sicher; ein anderes Wort war fast so wahrscheinlich.</translation>
    </message>
    <message>
        <source>Wavy: doubtful; the choice was little more than a guess.</source>
        <translation>Gewellt: zweifelhaft; die Wahl war kaum mehr als geraten.</translation>
    </message>
    <message>
        <source>Dashed box, in your text: a word that the model has never seen.</source>
        <translation>Gestrichelter Rahmen, in Ihrem Text: ein Wort, das dem Modell nie begegnet ist.</translation>
    </message>
    <message>
        <source>The model gives each word that it could write next a probability, and writes a likely one. A line under a word says that its probability was low.</source>
        <translation>Das Modell gibt jedem Wort, das es als nächstes schreiben könnte, eine Wahrscheinlichkeit und schreibt ein wahrscheinliches. Eine Linie unter einem Wort sagt, dass seine Wahrscheinlichkeit gering war.</translation>
    </message>
    <message>
        <source>A word without a line can be wrong all the same. The marks tell how sure the model was, not whether it was right; for texts unlike those it has learned from, they tell little.</source>
        <translation>Auch ein Wort ohne Linie kann falsch sein. Die Markierungen sagen, wie sicher das Modell war, nicht, ob es recht hatte; bei Texten, die denen nicht gleichen, aus denen es gelernt hat, sagen sie wenig.</translation>
    </message>
    <message>
        <source>The settings ({keys}) switch the marks off.</source>
        <translation>In den Einstellungen ({keys}) lassen sich die Markierungen abschalten.</translation>
    </message>
    <message>
        <source>no line</source>
        <translation>keine Linie</translation>
    </message>
    <message>
        <source>dotted, below {limit}</source>
        <translation>gepunktet, unter {limit}</translation>
    </message>
    <message>
        <source>wavy, below {limit}</source>
        <translation>gewellt, unter {limit}</translation>
    </message>
    <message>
        <source>How often the words of each kind were right, on {words} words that translate captions which the shipped model had never seen:</source>
        <translation>Wie oft die Wörter jeder Art richtig waren, bei {words} Wörtern aus Übersetzungen von Bildunterschriften, die das mitgelieferte Modell nie gesehen hatte:</translation>
    </message>
    <message>
        <source>Click a word of the translation, or put the caret on it and press {keys}: you see the words that could stand there instead, each with its probability and with the sentence that would come of it.</source>
        <translation>Klicken Sie auf ein Wort der Übersetzung oder setzen Sie die Schreibmarke darauf und drücken Sie {keys}: Sie sehen die Wörter, die stattdessen dort stehen könnten, jedes mit seiner Wahrscheinlichkeit und mit dem Satz, der daraus würde.</translation>
    </message>
    <message>
        <source>When you choose one, all that stands before it is kept, and the rest of the sentence is translated anew to fit. {keys} takes the choice back.</source>
        <translation>Wählen Sie eines, so bleibt alles, was davor steht, und der Rest des Satzes wird passend dazu neu übersetzt. {keys} nimmt die Wahl zurück.</translation>
    </message>
    <message>
        <source>Whole other translations of the sentence are listed too, best first. Their score is the mean logarithm of the probabilities of their words: the nearer to 0, the more likely.</source>
        <translation>Auch ganze andere Übersetzungen des Satzes werden aufgeführt, die beste zuerst. Ihre Bewertung ist der mittlere Logarithmus der Wahrscheinlichkeiten ihrer Wörter: je näher an 0, desto wahrscheinlicher.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Cross:&lt;/b&gt; the translation looks at your text.</source>
        <translation>&lt;b&gt;Kreuz:&lt;/b&gt; Die Übersetzung blickt auf Ihren Text.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Encoder:&lt;/b&gt; the words of your text look at each other.</source>
        <translation>&lt;b&gt;Encoder:&lt;/b&gt; Die Wörter Ihres Textes blicken aufeinander.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Decoder:&lt;/b&gt; the translation looks at what it has written so far.</source>
        <translation>&lt;b&gt;Decoder:&lt;/b&gt; Die Übersetzung blickt auf das, was sie bisher geschrieben hat.</translation>
    </message>
    <message>
        <source>&lt;b&gt;A row&lt;/b&gt; is a word that looks, &lt;b&gt;a column&lt;/b&gt; one that is looked at. The weights of a row add up to 1; the brighter a cell, the larger its weight.</source>
        <translation>&lt;b&gt;Eine Zeile&lt;/b&gt; ist ein Wort, das blickt, &lt;b&gt;eine Spalte&lt;/b&gt; eines, auf das geblickt wird. Die Gewichte einer Zeile ergeben zusammen 1; je heller eine Zelle, desto größer ihr Gewicht.</translation>
    </message>
    <message>
        <source>&lt;b&gt;The grid&lt;/b&gt; shows all layers (from top to bottom) and heads (from left to right) at once. Click one, or walk with the arrow keys, to see it as a map.</source>
        <translation>&lt;b&gt;Das Raster&lt;/b&gt; zeigt alle Schichten (von oben nach unten) und Köpfe (von links nach rechts) auf einmal. Klicken Sie einen an oder gehen Sie mit den Pfeiltasten hin, um ihn als Karte zu sehen.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Point at a word or a cell&lt;/b&gt; to see its partners in both texts and in the map. A click pins them; {keys} lets go.</source>
        <translation>&lt;b&gt;Zeigen Sie auf ein Wort oder eine Zelle&lt;/b&gt;, um die Partner in beiden Texten und in der Karte zu sehen. Ein Klick heftet sie an; {keys} lässt los.</translation>
    </message>
    <message>
        <source>&lt;b&gt;While choosing a word, or word alignment?&lt;/b&gt; The model looks at your text twice for each word: while it chooses the word, and again when it has read what it wrote. The second look often shows better where the word comes from. A switch moves the rows by this one step.</source>
        <translation>&lt;b&gt;Bei der Wahl des Wortes oder Wortzuordnung?&lt;/b&gt; Das Modell blickt für jedes Wort zweimal auf Ihren Text: während es das Wort wählt und noch einmal, wenn es gelesen hat, was es schrieb. Der zweite Blick zeigt oft besser, woher das Wort kommt. Ein Schalter verschiebt die Zeilen um diesen einen Schritt.</translation>
    </message>
    <message>
        <source>&lt;b&gt;Sinks:&lt;/b&gt; where a head has nothing to look for, it rests on the end of the sentence or on its full stop. That weight means little; it can be hidden, and each row then adds up to 1 without it.</source>
        <translation>&lt;b&gt;Ruhepunkte:&lt;/b&gt; Wo ein Kopf nichts zu suchen hat, ruht er auf dem Ende des Satzes oder auf seinem Punkt. Dieses Gewicht besagt wenig; es lässt sich ausblenden, und jede Zeile ergibt dann ohne es 1.</translation>
    </message>
    <message>
        <source>To write a word, the model weighs all the words that it has read: this is attention. It does so many times over, in several layers and, in each layer, several heads. {keys} shows these weights.</source>
        <translation>Um ein Wort zu schreiben, wägt das Modell alle Wörter ab, die es gelesen hat: Das ist Aufmerksamkeit. Es tut das viele Male, in mehreren Schichten und in jeder Schicht mit mehreren Köpfen. {keys} zeigt diese Gewichte.</translation>
    </message>
    <message>
        <source>Attention is a view into the model, not a proof: it shows where the model looked, not why it chose a word.</source>
        <translation>Aufmerksamkeit ist ein Blick in das Modell, kein Beweis: Sie zeigt, wohin das Modell blickte, nicht, warum es ein Wort wählte.</translation>
    </message>
    <message>
        <source>Drop text files (.txt), Markdown (.md) or subtitles (.srt) on the window, or choose some with {keys}. The translation is saved beside the file, the language in its name; the file itself is not touched.</source>
        <translation>Ziehen Sie Textdateien (.txt), Markdown (.md) oder Untertitel (.srt) auf das Fenster oder wählen Sie welche mit {keys}. Die Übersetzung wird neben der Datei gespeichert, mit der Sprache im Namen; die Datei selbst bleibt unberührt.</translation>
    </message>
    <message>
        <source>Markup, time codes, web addresses, code and placeholders stay as they are. When you stop a file, what is translated so far is saved, and you are told that it is a part.</source>
        <translation>Auszeichnungen, Zeitangaben, Webadressen, Code und Platzhalter bleiben, wie sie sind. Halten Sie eine Datei an, so wird gespeichert, was schon übersetzt ist, und es wird gesagt, dass es ein Teil ist.</translation>
    </message>
    <message>
        <source>Everything is computed on this computer. Nothing is sent anywhere, and the log holds none of your text.</source>
        <translation>Alles wird auf diesem Computer berechnet. Nichts wird irgendwohin gesendet, und das Protokoll enthält nichts von Ihrem Text.</translation>
    </message>
    <message>
        <source>{keys} shows what you have translated, to be searched and taken back. The list is a file on this computer that only you can erase: one entry with {delete}, or all of them. In the settings, you can do without a history.</source>
        <translation>{keys} zeigt, was Sie übersetzt haben; es lässt sich durchsuchen und zurückholen. Die Liste ist eine Datei auf diesem Computer. Sie löschen daraus einen Eintrag mit {delete} oder alle auf einmal. In den Einstellungen können Sie auf den Verlauf verzichten.</translation>
    </message>
    <message>
        <source>The model that comes with the program has learned from the captions of everyday photographs, and translates these well. Letters, news, contracts or technical texts are foreign to it: what it makes of them may read smoothly and mean something else.</source>
        <translation>Das mitgelieferte Modell hat aus Bildunterschriften alltäglicher Fotos gelernt und übersetzt solche gut. Briefe, Nachrichten, Verträge oder technische Texte sind ihm fremd: Was es daraus macht, liest sich vielleicht glatt und bedeutet etwas anderes.</translation>
    </message>
    <message>
        <source>It translates sentence by sentence and does not know what the sentence before said. Numbers and names above all deserve a second look.</source>
        <translation>Es übersetzt Satz für Satz und weiß nicht, was der Satz davor sagte. Vor allem Zahlen und Namen verdienen einen zweiten Blick.</translation>
    </message>
    <message>
        <source>Do not rely on it where a mistake would harm somebody.</source>
        <translation>Verlassen Sie sich nicht darauf, wo ein Fehler jemandem schaden würde.</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Chapters</source>
        <translation>Kapitel</translation>
    </message>
    <message>
        <source>word</source>
        <translation>Wort</translation>
    </message>
</context>
<context>
    <name>HistoryItems</name>
    <message>
        <source>today {time}</source>
        <translation>heute {time}</translation>
    </message>
    <message>
        <source>yesterday {time}</source>
        <translation>gestern {time}</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>Favorit</translation>
    </message>
</context>
<context>
    <name>HistoryPanel</name>
    <message>
        <source>Keep a history</source>
        <translation>Verlauf führen</translation>
    </message>
    <message>
        <source>The history stays on this computer.</source>
        <translation>Der Verlauf bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Erase all …</source>
        <translation>Alles löschen …</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>Den Verlauf durchsuchen</translation>
    </message>
    <message>
        <source>Search the history ({keys})</source>
        <translation>Den Verlauf durchsuchen ({keys})</translation>
    </message>
    <message>
        <source>Only favourites</source>
        <translation>Nur Favoriten</translation>
    </message>
    <message>
        <source>Past translations</source>
        <translation>Frühere Übersetzungen</translation>
    </message>
    <message>
        <source>Nothing here holds “{text}”.</source>
        <translation>Nichts hier enthält „{text}“.</translation>
    </message>
    <message>
        <source>No favourites yet. A click on the star of an entry makes it one.</source>
        <translation>Noch keine Favoriten. Ein Klick auf den Stern eines Eintrags macht ihn dazu.</translation>
    </message>
    <message>
        <source>No history is kept. What you translate is forgotten.</source>
        <translation>Es wird kein Verlauf geführt. Was Sie übersetzen, wird vergessen.</translation>
    </message>
    <message>
        <source>What you translate will be listed here. It stays on this computer.</source>
        <translation>Was Sie übersetzen, steht dann hier. Es bleibt auf diesem Computer.</translation>
    </message>
    <message>
        <source>Erase the whole history, favourites too?</source>
        <translation>Den ganzen Verlauf löschen, auch die Favoriten?</translation>
    </message>
    <message>
        <source>No longer a favourite</source>
        <translation>Kein Favorit mehr</translation>
    </message>
    <message>
        <source>Make it a favourite</source>
        <translation>Zum Favoriten machen</translation>
    </message>
    <message>
        <source>Take back into the window</source>
        <translation>In das Fenster zurückholen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>LanguageBar</name>
    <message>
        <source>Language of the text</source>
        <translation>Sprache des Textes</translation>
    </message>
    <message>
        <source>Swap the languages</source>
        <translation>Die Sprachen tauschen</translation>
    </message>
    <message>
        <source>Language of the translation</source>
        <translation>Sprache der Übersetzung</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>There is no model yet.</source>
        <translation>Es gibt noch kein Modell.</translation>
    </message>
    <message>
        <source>Swap the languages ({keys})</source>
        <translation>Die Sprachen tauschen ({keys})</translation>
    </message>
    <message>
        <source>The model that translates</source>
        <translation>Das Modell, das übersetzt</translation>
    </message>
</context>
<context>
    <name>LanguageName</name>
    <message>
        <source>Arabic</source>
        <translation>Arabisch</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>Tschechisch</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>Dänisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Griechisch</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>Finnisch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hebräisch</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>Ungarisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japanisch</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Koreanisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>Norwegisch</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polnisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>Rumänisch</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Russisch</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Schwedisch</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Türkisch</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>Ukrainisch</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinesisch</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>less sure</source>
        <translation>weniger sicher</translation>
    </message>
    <message>
        <source>doubtful</source>
        <translation>zweifelhaft</translation>
    </message>
    <message>
        <source>The model chooses each word from many. Dotted: another word was nearly as likely. Wavy: the choice was little more than a guess. A sure word can be wrong too.</source>
        <translation>Das Modell wählt jedes Wort aus vielen. Gepunktet: Ein anderes war fast so wahrscheinlich. Gewellt: Die Wahl war kaum mehr als geraten. Auch ein sicheres Wort kann falsch sein.</translation>
    </message>
    <message>
        <source>Legend of the marks</source>
        <translation>Legende der Markierungen</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Translucent</source>
        <translation>Translucent</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Aufmerksamkeit</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
</context>
<context>
    <name>NoticeRow</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show the place in the text</source>
        <translation>Die Stelle im Text zeigen</translation>
    </message>
    <message>
        <source>More notices</source>
        <translation>Weitere Hinweise</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>and {number} more</source>
        <translation>und {number} weitere</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>Information</translation>
    </message>
</context>
<context>
    <name>PictureView</name>
    <message>
        <source>layer {number}</source>
        <translation>Schicht {number}</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>Kopf {number}</translation>
    </message>
    <message>
        <source>attention weight</source>
        <translation>Gewicht der Aufmerksamkeit</translation>
    </message>
    <message>
        <source>share of row maximum</source>
        <translation>Anteil am Höchstwert der Zeile</translation>
    </message>
    <message>
        <source>difference of weights</source>
        <translation>Unterschied der Gewichte</translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>No model from {target} to {source} is installed.</source>
        <translation>Es ist kein Modell von {target} nach {source} installiert.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Noch einmal versuchen</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>The history was damaged. It was set aside as {path}; a new one is kept.</source>
        <translation>Der Verlauf war beschädigt. Er wurde als {path} beiseitegelegt; ein neuer wird geführt.</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>&amp;Erase the history …</source>
        <translation>Verlauf &amp;löschen …</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>&amp;Translation</source>
        <translation>Ü&amp;bersetzung</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>&amp;Aussehen</translation>
    </message>
    <message>
        <source>&amp;Privacy</source>
        <translation>&amp;Datenschutz</translation>
    </message>
    <message>
        <source>No NVIDIA card can be used on this computer.</source>
        <translation>Auf diesem Computer ist keine NVIDIA-Karte verwendbar.</translation>
    </message>
    <message>
        <source>{name} can be used.</source>
        <translation>{name} ist verwendbar.</translation>
    </message>
    <message>
        <source>Translate &amp;while typing</source>
        <translation>Beim &amp;Tippen übersetzen</translation>
    </message>
    <message>
        <source>The translation appears as you type. Otherwise {keys} asks for it.</source>
        <translation>Die Übersetzung erscheint, während Sie tippen. Sonst verlangt {keys} sie.</translation>
    </message>
    <message>
        <source>as the model says</source>
        <translation>wie das Modell</translation>
    </message>
    <message>
        <source>&amp;Beam size</source>
        <translation>Beam-&amp;Größe</translation>
    </message>
    <message>
        <source>How many possible translations are followed at once. More is slower and often a little better.</source>
        <translation>Wie viele mögliche Übersetzungen zugleich verfolgt werden. Mehr ist langsamer und oft ein wenig besser.</translation>
    </message>
    <message>
        <source>&amp;Length penalty</source>
        <translation>&amp;Längengewicht</translation>
    </message>
    <message>
        <source>Higher values favour longer translations, 0 favours short ones.</source>
        <translation>Höhere Werte bevorzugen längere Übersetzungen, 0 kurze.</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>Ge&amp;rät</translation>
    </message>
    <message>
        <source>What does the computing. For short texts the processor is often faster. The model is loaded anew when this changes.</source>
        <translation>Was rechnet. Bei kurzen Texten ist der Prozessor oft schneller. Bei einer Änderung wird das Modell neu geladen.</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>processor (CPU)</source>
        <translation>Prozessor (CPU)</translation>
    </message>
    <message>
        <source>graphics card (CUDA)</source>
        <translation>Grafikkarte (CUDA)</translation>
    </message>
    <message>
        <source>Processor &amp;cores</source>
        <translation>&amp;Prozessorkerne</translation>
    </message>
    <message>
        <source>How many may work at once. Fewer leave more for other programs.</source>
        <translation>Wie viele zugleich arbeiten dürfen. Weniger lassen anderen Programmen mehr.</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>Light or dark, or as your desktop is set.</source>
        <translation>Hell oder dunkel oder wie Ihr System eingestellt ist.</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>wie das System</translation>
    </message>
    <message>
        <source>light</source>
        <translation>hell</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>&amp;Language of the window</source>
        <translation>S&amp;prache des Fensters</translation>
    </message>
    <message>
        <source>The language of menus and messages, not of your texts.</source>
        <translation>Die Sprache von Menüs und Meldungen, nicht die Ihrer Texte.</translation>
    </message>
    <message>
        <source>&amp;Font</source>
        <translation>Schrif&amp;tart</translation>
    </message>
    <message>
        <source>The typeface of the text to translate and of the translation.</source>
        <translation>Die Schrift des Ausgangstextes und der Übersetzung.</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>In points. {larger} and {smaller} change it for the moment.</source>
        <translation>In Punkt. {larger} und {smaller} ändern sie vorübergehend.</translation>
    </message>
    <message>
        <source>The kind of line tells how unsure it was; the help ({keys}) explains them.</source>
        <translation>Die Art der Linie sagt, wie unsicher das Modell war; die Hilfe ({keys}) erklärt es.</translation>
    </message>
    <message>
        <source>&amp;Underline words the model was not sure of</source>
        <translation>&amp;Unsichere Wörter unterstreichen</translation>
    </message>
    <message>
        <source>&amp;Keep a history</source>
        <translation>&amp;Verlauf führen</translation>
    </message>
    <message>
        <source>Your translations are listed, to be found again. Without it, nothing that you translate is written down.</source>
        <translation>Ihre Übersetzungen werden aufgelistet, damit sie sich wiederfinden. Ohne Verlauf wird nichts aufgeschrieben, was Sie übersetzen.</translation>
    </message>
    <message>
        <source>Removes all past translations from the disk, favourites too.</source>
        <translation>Entfernt alle früheren Übersetzungen vom Datenträger, auch die Favoriten.</translation>
    </message>
    <message>
        <source>Whatever you type stays on this computer. Nothing is sent anywhere.</source>
        <translation>Was Sie tippen, bleibt auf diesem Computer. Nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>&amp;Restore defaults</source>
        <translation>&amp;Standard wiederherstellen</translation>
    </message>
    <message>
        <source>Set everything as it was when the program was new</source>
        <translation>Alles einstellen, wie es anfangs war</translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Erase the whole history, favourites too?</source>
        <translation>Den ganzen Verlauf löschen, auch die Favoriten?</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Translating</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Words and attention</source>
        <translation>Wörter und Aufmerksamkeit</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Translate now</source>
        <translation>Jetzt übersetzen</translation>
    </message>
    <message>
        <source>Stop translating, then let go of a pinned word</source>
        <translation>Übersetzen abbrechen, dann ein angeheftetes Wort loslassen</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>Die Übersetzung kopieren</translation>
    </message>
    <message>
        <source>Paste as the text to translate</source>
        <translation>Als Ausgangstext einfügen</translation>
    </message>
    <message>
        <source>Clear both texts</source>
        <translation>Beide Texte leeren</translation>
    </message>
    <message>
        <source>Swap the languages</source>
        <translation>Die Sprachen tauschen</translation>
    </message>
    <message>
        <source>Translate files …</source>
        <translation>Dateien übersetzen …</translation>
    </message>
    <message>
        <source>Save the translation …</source>
        <translation>Übersetzung speichern …</translation>
    </message>
    <message>
        <source>Go to the text to translate</source>
        <translation>Zum Ausgangstext gehen</translation>
    </message>
    <message>
        <source>Other words for the word at the caret</source>
        <translation>Andere Wörter für das Wort an der Schreibmarke</translation>
    </message>
    <message>
        <source>Take back the chosen word</source>
        <translation>Das gewählte Wort zurücknehmen</translation>
    </message>
    <message>
        <source>Show or hide the attention</source>
        <translation>Aufmerksamkeit zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Attention of the sentence before</source>
        <translation>Aufmerksamkeit des vorigen Satzes</translation>
    </message>
    <message>
        <source>Attention of the sentence after</source>
        <translation>Aufmerksamkeit des nächsten Satzes</translation>
    </message>
    <message>
        <source>Show or hide the history</source>
        <translation>Verlauf zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Back to the text before</source>
        <translation>Zurück zum vorigen Text</translation>
    </message>
    <message>
        <source>Forward to the text after</source>
        <translation>Weiter zum nächsten Text</translation>
    </message>
    <message>
        <source>Mark as a favourite, or no longer</source>
        <translation>Als Favorit markieren oder nicht mehr</translation>
    </message>
    <message>
        <source>Texts side by side</source>
        <translation>Texte nebeneinander</translation>
    </message>
    <message>
        <source>Texts one above the other</source>
        <translation>Texte übereinander</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größere Schrift</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinere Schrift</translation>
    </message>
    <message>
        <source>Text as large as in the settings</source>
        <translation>Schrift so groß wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>SourcePane</name>
    <message>
        <source>Text to translate</source>
        <translation>Ausgangstext</translation>
    </message>
    <message>
        <source>Type or paste text, or drop a .txt, .md or .srt file</source>
        <translation>Text tippen oder einfügen oder eine .txt-, .md- oder .srt-Datei hierherziehen</translation>
    </message>
    <message>
        <source>The lines seem to be broken at a fixed width.</source>
        <translation>Die Zeilen scheinen auf feste Breite umbrochen zu sein.</translation>
    </message>
    <message>
        <source>Join lines</source>
        <translation>Zeilen verbinden</translation>
    </message>
    <message>
        <source>Join the lines of the text</source>
        <translation>Die Zeilen des Textes verbinden</translation>
    </message>
    <message>
        <source>Make whole paragraphs of them; Ctrl+Z takes it back</source>
        <translation>Ganze Absätze daraus machen; Strg+Z nimmt es zurück</translation>
    </message>
    <message>
        <source>Leave the lines</source>
        <translation>Die Zeilen lassen</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste ({keys})</source>
        <translation>Einfügen ({keys})</translation>
    </message>
    <message>
        <source>Translate files</source>
        <translation>Dateien übersetzen</translation>
    </message>
    <message>
        <source>Translate files ({keys})</source>
        <translation>Dateien übersetzen ({keys})</translation>
    </message>
    <message>
        <source>Clear the text</source>
        <translation>Den Text leeren</translation>
    </message>
    <message>
        <source>Clear ({keys}); {undo} brings it back</source>
        <translation>Leeren ({keys}); {undo} holt ihn zurück</translation>
    </message>
    <message>
        <source>1 character</source>
        <translation>1 Zeichen</translation>
    </message>
    <message>
        <source>{number} characters</source>
        <translation>{number} Zeichen</translation>
    </message>
    <message>
        <source>The model has never seen this word.</source>
        <translation>Dieses Wort ist dem Modell nie begegnet.</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Model and device</source>
        <translation>Modell und Gerät</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>Wird übersetzt …</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} ms</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message>
        <source>{took}  ·  {rate} words/s</source>
        <translation>{took}  ·  {rate} Wörter/s</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>Kein Modell</translation>
    </message>
</context>
<context>
    <name>TargetPane</name>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Take back the chosen word</source>
        <translation>Das gewählte Wort zurücknehmen</translation>
    </message>
    <message>
        <source>Take back the chosen word ({keys})</source>
        <translation>Das gewählte Wort zurücknehmen ({keys})</translation>
    </message>
    <message>
        <source>State of the translation</source>
        <translation>Stand der Übersetzung</translation>
    </message>
    <message>
        <source>Show doubts</source>
        <translation>Zweifel zeigen</translation>
    </message>
    <message>
        <source>Mark words the model was less sure of</source>
        <translation>Wörter markieren, bei denen das Modell weniger sicher war</translation>
    </message>
    <message>
        <source>translating…</source>
        <translation>wird übersetzt …</translation>
    </message>
    <message>
        <source>not up to date</source>
        <translation>nicht aktuell</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>The model was {percent} % sure of this word.</source>
        <translation>Das Modell war sich dieses Wortes zu {percent} % sicher.</translation>
    </message>
    <message>
        <source>The model was only {percent} % sure of this word: another may be right.</source>
        <translation>Das Modell war sich dieses Wortes nur zu {percent} % sicher: Ein anderes könnte richtig sein.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>Die Übersetzung kopieren</translation>
    </message>
    <message>
        <source>Copy the translation ({keys})</source>
        <translation>Die Übersetzung kopieren ({keys})</translation>
    </message>
</context>
<context>
    <name>UserActions</name>
    <message>
        <source>Translate files</source>
        <translation>Dateien übersetzen</translation>
    </message>
    <message>
        <source>Texts ({kinds})</source>
        <translation>Texte ({kinds})</translation>
    </message>
    <message>
        <source>{name} was not translated: only {kinds} files can be.</source>
        <translation>{name} wurde nicht übersetzt: Nur {kinds}-Dateien lassen sich übersetzen.</translation>
    </message>
    <message>
        <source>Save the translation</source>
        <translation>Übersetzung speichern</translation>
    </message>
    <message>
        <source>The translation was not saved in {path}: {reason}.</source>
        <translation>Die Übersetzung wurde nicht in {path} gespeichert: {reason}.</translation>
    </message>
</context>
<context>
    <name>_FileRow</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>Progress of {name}</source>
        <translation>Fortschritt von {name}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop, and keep what is translated so far</source>
        <translation>Anhalten und behalten, was schon übersetzt ist</translation>
    </message>
    <message>
        <source>Stop translating {name}</source>
        <translation>Die Übersetzung von {name} anhalten</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open the translated file</source>
        <translation>Die übersetzte Datei öffnen</translation>
    </message>
    <message>
        <source>Open the translation of {name}</source>
        <translation>Die Übersetzung von {name} öffnen</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Show where the translated file is</source>
        <translation>Zeigen, wo die übersetzte Datei liegt</translation>
    </message>
    <message>
        <source>Show the translation of {name} in its folder</source>
        <translation>Die Übersetzung von {name} in ihrem Ordner zeigen</translation>
    </message>
    <message>
        <source>Remove from this list; the file stays</source>
        <translation>Aus dieser Liste entfernen; die Datei bleibt</translation>
    </message>
    <message>
        <source>Remove {name} from this list</source>
        <translation>{name} aus dieser Liste entfernen</translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln sentence(s)</source>
        <translation>
            <numerusform>{done} von %Ln Satz</numerusform>
            <numerusform>{done} von %Ln Sätzen</numerusform>
        </translation>
    </message>
    <message>
        <source>less than a minute left</source>
        <translation>noch weniger als eine Minute</translation>
    </message>
    <message numerus="yes">
        <source>about %n minute(s) left</source>
        <translation>
            <numerusform>noch etwa %n Minute</numerusform>
            <numerusform>noch etwa %n Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>more than an hour left</source>
        <translation>noch mehr als eine Stunde</translation>
    </message>
    <message numerus="yes">
        <source>about %n hour(s) left</source>
        <translation>
            <numerusform>noch etwa %n Stunde</numerusform>
            <numerusform>noch etwa %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sentence(s)</source>
        <translation>
            <numerusform>%Ln Satz</numerusform>
            <numerusform>%Ln Sätze</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped: {done} of %Ln sentence(s) are translated.</source>
        <translation>
            <numerusform>Angehalten: {done} von %Ln Satz ist übersetzt.</numerusform>
            <numerusform>Angehalten: {done} von %Ln Sätzen sind übersetzt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them to be checked</source>
        <translation>
            <numerusform>%Ln davon zu prüfen</numerusform>
            <numerusform>%Ln davon zu prüfen</numerusform>
        </translation>
    </message>
    <message>
        <source>Saved as {name}</source>
        <translation>Gespeichert als {name}</translation>
    </message>
    <message>
        <source>{name} was not translated</source>
        <translation>{name} wurde nicht übersetzt</translation>
    </message>
</context>
</TS>
